internal import AnimTiming
internal import OutputFiles
internal import Raster
internal import SystemPackage
internal import Writing

/// Writes the pictures of frames, at every scale, into a hidden folder, and records each as soon as
/// it is complete.
final class FramePictureFiles {
  /// The shaper for each scale.
  private let shapers: [PictureShaper]
  private let sinks: [FrameFolderSink]
  private let record: GrowingRecord?

  /// - Parameters:
  ///   - done: the existing pictures of the first frames, at every scale.
  ///   - framesDone: the number of first frames that are not passed again.
  /// - Throws: ``WritingError``.
  init(
    _ frames: FramesPlan, in folder: FilePath, done: [[FolderRecord.Entry]], framesDone: Int,
    journal: FrameJournal?
  ) throws {
    shapers = frames.shapings.map { PictureShaper($0, depth: frames.depth) }
    let record =
      frames.records.contains(.jsonl) ? try GrowingRecord(frames, in: folder) : nil
    try record?.note(done.map { $0[0] })
    self.record = record
    let hashes = !frames.records.isEmpty
    sinks = frames.scales.indices.map { place in
      let scale = frames.scales[place]
      return FrameFolderSink(
        folder,
        files: frames.files.indices.map {
          .init(name: frames.path(of: $0, scale: scale), original: frames.files[$0].original)
        },
        fileOfFrame: frames.fileOfFrame, size: frames.shapings[place].output,
        encoder: frames.encoder,
        atOnce: frames.compressedAtOnce, hashes: hashes && scale == 1,
        done: done.map { $0[place] }, framesDone: framesDone
      ) { try journal?.append($0) }
    }
  }

  /// - Throws: ``WritingError``, ``ShapingError``.
  func write(_ frame: TimedFrame) throws {
    for (shaper, sink) in zip(shapers, sinks) { try sink.write(shaper.shape(frame)) }
    try record?.note(sinks[0].written)
  }

  /// - Returns: every file that was written.
  /// - Throws: ``WritingError``.
  func finish() throws -> [FolderRecord.Entry] {
    for sink in sinks { try sink.finish() }
    try record?.note(sinks[0].written)
    return sinks.flatMap(\.written)
  }

  func cancel() {
    for sink in sinks { sink.cancel() }
  }
}
