internal import AnimTiming
internal import OutputFiles
internal import Raster
internal import SystemPackage
internal import Writing

/// Writes the pictures of frames, at every scale, into a folder that nobody sees yet.
final class FramePictureFiles {
  /// For each scale.
  private let shapers: [Shaper]
  private let sinks: [FrameFolderSink]

  init(_ frames: FramesPlan, in folder: FilePath) {
    shapers = frames.shapings.map(Shaper.init)
    sinks = zip(frames.scales, frames.shapings).map { scale, shaping in
      FrameFolderSink(
        folder,
        files: frames.files.indices.map {
          .init(name: frames.path(of: $0, scale: scale), original: frames.files[$0].original)
        },
        fileOfFrame: frames.fileOfFrame, size: shaping.output,
        encoder: FramePictureEncoder(frames.options), atOnce: frames.compressedAtOnce,
        hashes: scale == 1 && !frames.records.isEmpty)
    }
  }

  /// - Throws: ``WritingError``, ``ShapingError``.
  func write(_ frame: TimedFrame) throws {
    for (shaper, sink) in zip(shapers, sinks) {
      let shaped = try shaper.shape(frame.frame)
      try sink.write(
        TimedFrame(frame: shaped.color, start: frame.start, duration: frame.duration))
    }
  }

  /// - Returns: every file that was written.
  /// - Throws: ``WritingError``.
  func finish() throws -> [FolderRecord.Entry] {
    try sinks.flatMap { sink in
      try sink.finish()
      return sink.written
    }
  }

  func cancel() {
    for sink in sinks { sink.cancel() }
  }
}
