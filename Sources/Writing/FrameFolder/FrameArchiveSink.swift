internal import OutputFiles
package import Raster
internal import Stages
package import SystemPackage

/// Writes each frame as a picture into a zip archive; pictures are compressed on all cores and
/// stored in order.
package final class FrameArchiveSink: FrameSink {
  private let names: [String]
  private let fileOfFrame: [Int32]
  private let encoder: FramePictureEncoder
  private let closing: (name: String, bytes: [UInt8])
  private let file: FileDescriptor
  private var zip: ZipFileWriter
  private var workers: OrderedWorkers<(name: String, bytes: [UInt8])>?
  private var position = 0
  private var filesBegun = 0

  /// - Parameters:
  ///   - path: of an existing temporary file.
  ///   - atOnce: the bytes of pictures that may be compressed at once.
  ///   - closing: the last file, with the times.
  /// - Throws: ``WritingError/system(operation:errno:)``.
  package init(
    _ path: FilePath, names: [String], fileOfFrame: [Int32], size: PixelSize,
    encoder: FramePictureEncoder, atOnce: Int, closing: (name: String, bytes: [UInt8])
  ) throws {
    self.names = names
    self.fileOfFrame = fileOfFrame
    self.encoder = encoder
    self.closing = closing
    do {
      file = try openTemporary(path)
    } catch let errno as Errno {
      throw WritingError.system(operation: "opening the temporary file", errno: errno.rawValue)
    }
    zip = ZipFileWriter { [file] bytes in
      do { _ = try file.writeAll(bytes) } catch let errno as Errno {
        throw WritingError.system(operation: "writing", errno: errno.rawValue)
      }
    }
    workers = OrderedWorkers(count: OrderedWorkers<Int>.count(for: size, within: atOnce)) {
      [unowned self] in
      try zip.add($0.name, $0.bytes)
    }
  }

  deinit { try? file.close() }

  package func write(_ frame: TimedFrame) throws {
    precondition(workers != nil, "write after the end")
    let index = Int(fileOfFrame[position])
    position += 1
    guard index == filesBegun else { return }
    filesBegun += 1
    let (name, pixels, encoder) = (names[index], frame.frame.pixels, encoder)
    try workers?.submit { (name, try encoder.encode(pixels)) }
  }

  package func finish() throws {
    precondition(position == fileOfFrame.count, "a frame for each that was planned")
    try workers?.finish()
    workers = nil
    try zip.add(closing.name, closing.bytes)
    try zip.finish()
  }

  package func cancel() {
    workers?.cancel()
    workers = nil
  }
}
