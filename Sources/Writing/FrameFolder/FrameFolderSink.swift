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
  private let onWritten: (FolderRecord.Entry) throws -> Void
  private var workers: OrderedWorkers<FolderRecord.Entry>?
  private var position: Int
  private var filesBegun: Int

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
  ///   - done: the first files, which exist already.
  ///   - framesDone: the number of frames at the start that are not passed in again.
  ///   - onWritten: called with each complete file, on the writing thread.
  package init(
    _ folder: FilePath, files: [Picture], fileOfFrame: [Int32], size: PixelSize,
    encoder: FramePictureEncoder, atOnce: Int, hashes: Bool = false,
    done: [FolderRecord.Entry] = [], framesDone: Int = 0,
    onWritten: @escaping (FolderRecord.Entry) throws -> Void = { _ in }
  ) {
    self.folder = folder
    self.files = files
    self.fileOfFrame = fileOfFrame
    self.encoder = encoder
    self.hashes = hashes
    self.onWritten = onWritten
    position = framesDone
    filesBegun = done.count
    written = done
    written.reserveCapacity(files.count)
    workers = OrderedWorkers(count: OrderedWorkers<Int>.count(for: size, within: atOnce)) {
      [unowned self] entry in
      try take(entry)
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
      // A link is made later, in the order of the files; this entry reserves its place.
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
  }

  /// Records a complete file; a link is made now, because its original exists.
  private func take(_ entry: FolderRecord.Entry) throws {
    var entry = entry
    if let original = files[written.count].original {
      try linkOrCopy(files[original].name, as: entry.name, in: folder)
      entry = written[original]
      entry.name = files[written.count].name
    }
    written.append(entry)
    try onWritten(entry)
  }

  package func cancel() {
    workers?.cancel()
    workers = nil
  }
}
