internal import CLibrary
internal import CPNG
internal import Stages
internal import SystemPackage

extension FolderRecord.Entry {
  /// The entry of a file that was written piece by piece, which is brought to the disk.
  ///
  /// - Throws: ``WritingError/system(operation:errno:)``.
  /// - Complexity: reads the file once.
  init(flushing path: FilePath, name: String) throws {
    do {
      let file = try FileDescriptor.open(
        path, .readOnly, options: [.noFollow, .closeOnExec])
      let (byteCount, checksum) = try file.closeAfter {
        if flushToDisk(file.rawValue) != 0 { throw Errno(rawValue: errno) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var (offset, checksum) = (0, UInt32(0))
        while case let count = try buffer.withUnsafeMutableBytes({ try file.read(into: $0) }),
          count > 0
        {
          checksum = buffer.withUnsafeBufferPointer { cpng_crc32(checksum, $0.baseAddress, count) }
          offset += count
        }
        return (offset, checksum)
      }
      self.init(name: name, byteCount: byteCount, checksum: checksum)
    } catch let errno as Errno {
      throw WritingError.system(operation: "writing \(name)", errno: errno.rawValue)
    }
  }
}
