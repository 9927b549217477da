internal import AnimTiming
internal import OutputFiles
internal import Reading
internal import Writing

/// A delivery of a picture for each frame, written and checked in a hidden folder.
protocol FramePicturesDelivery: Delivery {
  var plan: Conversion.Plan { get }
  var unseen: UnseenFrames { get }
}

extension FramePicturesDelivery {
  var playsWanted: Int { plan.timing.schedule.plays }

  var takesSamples: Bool { unseen.frames.takesSamples }

  var takesWide: Bool { unseen.frames.depth == 16 }

  var framesDone: Int { unseen.framesDone }

  func write(_ frame: TimedFrame) throws { try unseen.write(frame) }

  func cancel() { unseen.cancel() }

  func check(_ isCancelled: () throws -> Void) throws -> [Conversion.Report.Output] {
    try isCancelled()
    var options = ReadingOptions()
    options.limits = .unlimited
    let (frames, written) = (unseen.frames, unseen.written)
    let files = try DiskFolder(unseen.folder.temporaryPath, limits: options.limits)
    try FramesReadBack(plan: frames, texts: frames.texts(written)).check(
      files, kind: .frameFolder, options: options)
    return [
      Conversion.Report.Output(
        planned: plan.outputs[0], frameCount: plan.frameCount,
        byteCount: written.reduce(0) { $0 + Int64($1.byteCount) }, readBack: nil)
    ]
  }

  func discard() { unseen.folder.discard() }
}
