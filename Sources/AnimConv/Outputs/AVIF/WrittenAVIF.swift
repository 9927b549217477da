internal import AnimTiming
internal import Raster
internal import Writing

/// Writes an AVIF.
struct WrittenAVIF: WrittenImage {
  private let plan: Conversion.Plan
  private let avif: AVIFPlan
  private let shaper: Shaper
  private let writer: AVIFWriter
  /// For each frame as it must be shown; empty if the output is lossy.
  private var digests: [FrameDigest] = []

  init(
    _ plan: Conversion.Plan, _ avif: AVIFPlan, _ destination: Destination,
    _ output: BufferedDestination
  ) throws {
    self.plan = plan
    self.avif = avif
    shaper = Shaper(plan.shaping)
    writer = try AVIFWriter(avif.encoding, avif.times, beside: destination.temporaryPath) {
      try output.append($0)
    }
  }

  mutating func append(_ frame: TimedFrame) throws {
    let picture = try shaper.shape(frame.frame).color
    try writer.append(picture)
    if avif.encoding.crf == nil { digests.append(FrameDigest(picture.pixels)) }
  }

  func finish() throws { try writer.finish() }

  func cancel() { writer.cancel() }

  var expected: ImageReadBack {
    let timeline = plan.timeline
    return ImageReadBack(
      plan: plan, kind: .avif, size: avif.encoding.size, plays: avif.plays,
      parts: { [timeline.durationTime(of: $0)] }, digests: digests,
      expectsTransparency: plan.expectsTransparency)
  }
}
