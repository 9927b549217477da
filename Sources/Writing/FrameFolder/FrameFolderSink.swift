internal import CLibrary
internal import CPNG
package import OutputFiles
package import Raster
internal import Stages
package import SystemPackage

/// Writes each frame as a separate picture file, compressed on all cores.
package final class FrameFolderSink: FrameSink {
  /// The written files, in order.
  package private(set) var written: [FolderRecord.Entry] = []

  private let folder: FilePath
  private let files: [Picture]
  private let fileOfFrame: [Int32]
  private let encoder: FramePictureEncoder
  private let hashes: Bool
  private var workers: OrderedWorkers<FolderRecord.Entry>?
  private var position = 0
  private var filesBegun = 0

  /// One file; see ``FramesPlan/File``.
  package struct Picture: Sendable {
    /// The path in the folder; its parent folders exist.
    package var name: String
    package var original: Int?

    package init(name: String, original: Int? = nil) {
      self.name = name
      self.original = original
    }
  }

  /// - Parameters:
  ///   - folder: exists and is empty.
  ///   - fileOfFrame: the file of each frame; files are numbered in the order of their first frame.
  ///   - size: the size of every frame.
  ///   - atOnce: the bytes of pictures that may be compressed at once.
  ///   - hashes: whether to compute digests for ``written``.
  package init(
    _ folder: FilePath, files: [Picture], fileOfFrame: [Int32], size: PixelSize,
    encoder: FramePictureEncoder, atOnce: Int, hashes: Bool = false
  ) {
    self.folder = folder
    self.files = files
    self.fileOfFrame = fileOfFrame
    self.encoder = encoder
    self.hashes = hashes
    written.reserveCapacity(files.count)
    workers = OrderedWorkers(count: OrderedWorkers<Int>.count(for: size, within: atOnce)) {
      [unowned self] entry in
      written.append(entry)
    }
  }

  package func write(_ frame: TimedFrame) throws {
    precondition(workers != nil, "write after the end")
    let index = Int(fileOfFrame[position])
    position += 1
    guard index == filesBegun else { return }
    filesBegun += 1
    let file = files[index]
    let name = file.name
    let path = folder.appending(name)
    let (pixels, encoder, hashes) = (frame.frame.pixels, encoder, hashes)
    if file.original != nil {
      // Links are made when all originals exist; their places among the results are reserved.
      try workers?.submit { FolderRecord.Entry(name: name, byteCount: 0, checksum: 0) }
      return
    }
    try workers?.submit {
      let bytes = try encoder.encode(pixels)
      try writeNewFile(bytes, at: path)
      return FolderRecord.Entry(name: name, bytes: bytes, hashes: hashes)
    }
  }

  package func finish() throws {
    precondition(position == fileOfFrame.count, "a frame for each that was planned")
    try workers?.finish()
    workers = nil
    for (index, file) in files.enumerated() {
      guard let original = file.original else { continue }
      try link(files[original].name, to: file.name)
      written[index].byteCount = written[original].byteCount
      written[index].checksum = written[original].checksum
      written[index].digest = written[original].digest
    }
  }

  package func cancel() {
    workers?.cancel()
    workers = nil
  }

  /// Makes a hard link, or a copy if the file system does not support links.
  private func link(_ original: String, to name: String) throws {
    let from = folder.appending(original)
    let to = folder.appending(name)
    if Renaming.link(from, as: to) == 0 { return }
    do {
      let file = try FileDescriptor.open(from, .readOnly, options: .closeOnExec)
      let bytes = try file.closeAfter {
        var bytes = [UInt8](repeating: 0, count: Int(try file.seek(offset: 0, from: .end)))
        let count = try bytes.withUnsafeMutableBytes {
          try file.fill($0, fromAbsoluteOffset: 0)
        }
        return Array(bytes.prefix(count))
      }
      try writeNewFile(bytes, at: to)
    } catch let errno as Errno {
      throw WritingError.system(operation: "copying \(original)", errno: errno.rawValue)
    }
  }
}
