internal import CLibrary
internal import Stages
package import SystemPackage

extension FolderRecord.Entry {
  /// The entry of a file that was written in pieces; the file is flushed to the disk.
  ///
  /// - Throws: ``WritingError/system(operation:errno:)``.
  /// - Complexity: reads the file once.
  package init(flushing path: FilePath, name: String) throws {
    do {
      let file = try FileDescriptor.open(
        path, .readOnly, options: [.noFollow, .closeOnExec])
      let (byteCount, checksum) = try file.closeAfter {
        if flushToDisk(file.rawValue) != 0 { throw Errno(rawValue: errno) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var (offset, checksum) = (0, CRC32())
        while case let count = try buffer.withUnsafeMutableBytes({ try file.read(into: $0) }),
          count > 0
        {
          buffer.withUnsafeBufferPointer {
            checksum.update(UnsafeBufferPointer(rebasing: $0[..<count]))
          }
          offset += count
        }
        return (offset, checksum.value)
      }
      self.init(name: name, byteCount: byteCount, checksum: checksum)
    } catch let errno as Errno {
      throw WritingError.system(operation: "writing \(name)", errno: errno.rawValue)
    }
  }
}
