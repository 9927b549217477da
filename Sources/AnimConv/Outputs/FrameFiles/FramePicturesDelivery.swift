internal import AnimTiming
internal import OutputFiles
internal import Reading
internal import Writing

/// A delivery of a picture for each frame, written and checked in a folder that nobody sees yet.
protocol FramePicturesDelivery: Delivery {
  var plan: ConversionPlan { get }
  var frames: FramesPlan { get }
  var folder: OutputFolder { get }
  var pictures: FramePictureFiles { get }
  /// Everything that was written, in order.
  var written: [FolderRecord.Entry] { get }
}

extension FramePicturesDelivery {
  var playsWanted: Int { plan.timing.schedule.plays }

  func write(_ frame: TimedFrame) throws { try pictures.write(frame) }

  func cancel() { pictures.cancel() }

  func check(_ isCancelled: () throws -> Void) throws -> [WrittenOutput] {
    try isCancelled()
    var options = ReadingOptions()
    options.limits = .unlimited
    let files = try DiskFolder(folder.temporaryPath, limits: options.limits)
    try FramesReadBack(plan: frames, texts: frames.texts(written)).check(
      files, kind: .frameFolder, options: options)
    return [
      WrittenOutput(
        planned: plan.outputs[0], frameCount: plan.frameCount,
        byteCount: written.reduce(0) { $0 + Int64($1.byteCount) }, readBack: nil)
    ]
  }

  func discard() { folder.discard() }
}
