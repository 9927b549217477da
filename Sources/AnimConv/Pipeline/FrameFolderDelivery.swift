internal import AnimTiming
internal import SystemPackage

/// Delivers a folder of frames and the lists of their times.
final class FrameFolderDelivery: Delivery {
  private let plan: ConversionPlan
  private let frames: FramesPlan
  private let folder: OutputFolder
  private let shaper: Shaper
  private let sink: FrameFolderSink

  init(_ plan: ConversionPlan, _ frames: FramesPlan) throws {
    guard case .file(let path) = plan.outputs[0].output else { throw OutputError.notAFileName }
    self.plan = plan
    self.frames = frames
    shaper = Shaper(plan.shaping)
    folder = try OutputFolder(path)
    sink = FrameFolderSink(
      folder.temporaryPath,
      files: frames.files.map { .init(name: $0.name, original: $0.original) },
      fileOfFrame: frames.fileOfFrame, size: frames.size, options: frames.options.png)
  }

  var playsWanted: Int { plan.timing.schedule.plays }

  func write(_ frame: TimedFrame) throws {
    let shaped = try shaper.shape(frame.frame)
    try sink.write(
      TimedFrame(frame: shaped.color, start: frame.start, duration: frame.duration))
  }

  /// The lists come after every picture, the record of what was written at the very end.
  func finish() throws {
    try sink.finish()
    for list in frames.lists {
      try sink.write(list.bytes(frames.list), named: list.fileName)
    }
    try writeNewFile(
      Array(FolderRecord(sink.written).text.utf8),
      at: folder.temporaryPath.appending(FolderRecord.fileName))
  }

  func cancel() { sink.cancel() }

  func check(_ isCancelled: () throws -> Void) throws -> [WrittenOutput] {
    try isCancelled()
    var options = ReadingOptions()
    options.limits = .unlimited
    let files = try DiskFolder(folder.temporaryPath, limits: options.limits)
    try FramesReadBack(plan: frames).check(files, kind: .frameFolder, options: options)
    return [
      WrittenOutput(
        planned: plan.outputs[0], frameCount: plan.frameCount,
        byteCount: sink.written.reduce(0) { $0 + Int64($1.byteCount) }, readBack: nil)
    ]
  }

  func publish(replacing: Bool) throws { try folder.publish(replacing: replacing) }

  func discard() { folder.discard() }
}
