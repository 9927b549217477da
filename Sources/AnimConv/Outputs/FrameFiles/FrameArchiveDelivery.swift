internal import AnimTiming
internal import Raster
internal import Reading
internal import Stages
internal import SystemPackage
internal import Writing

/// Delivers a zip archive of frames with their times.
final class FrameArchiveDelivery: SingleFileDelivery {
  let plan: Conversion.Plan
  private let frames: FramesPlan
  let destination: Destination
  private let shaper: PictureShaper
  private let sink: FrameArchiveSink

  init(_ plan: Conversion.Plan, _ frames: FramesPlan) throws {
    self.plan = plan
    self.frames = frames
    shaper = PictureShaper(plan.shaping, depth: frames.depth)
    destination = try Destination(plan.outputs[0].output)
    do {
      let list = FrameFilesOptions.ListFormat.ugoira
      sink = try FrameArchiveSink(
        destination.temporaryPath, names: frames.files.map(\.name),
        fileOfFrame: frames.fileOfFrame, size: frames.size,
        encoder: frames.encoder,
        atOnce: frames.compressedAtOnce,
        closing: (list.fileName, list.bytes(frames.list)))
    } catch {
      destination.discard()
      throw error
    }
  }

  func write(_ frame: TimedFrame) throws {
    try sink.write(shaper.shape(frame))
  }

  var takesWide: Bool { frames.depth == 16 }

  func finish() throws { try sink.finish() }

  func cancel() { sink.cancel() }

  func check(_ isCancelled: () throws -> Void) throws -> [Conversion.Report.Output] {
    try isCancelled()
    var options = ReadingOptions()
    options.limits = .unlimited
    let source = try openFile(destination.temporaryPath, limits: options.limits)
    let files = try ArchivedFiles(source, limits: options.limits)
    try FramesReadBack(plan: frames, texts: frames.texts([])).check(
      files, kind: .ugoira, options: options)
    return try written()
  }
}
