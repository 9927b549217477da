internal import AnimTiming
internal import OutputFiles
internal import Raster
internal import Writing

/// Delivers an AVIF.
final class AVIFDelivery: SingleFileDelivery {
  let plan: ConversionPlan
  private let avif: AVIFPlan
  let destination: Destination
  private let shaper: Shaper
  private let writer: AVIFWriter
  private let output: BufferedDestination
  /// For each frame as it must be shown; empty if the output is lossy.
  private var digests: [FrameDigest] = []

  init(_ plan: ConversionPlan, _ avif: AVIFPlan) throws {
    self.plan = plan
    self.avif = avif
    shaper = Shaper(plan.shaping)
    (destination, output, writer) = try Destination.opening(plan.outputs[0].output) {
      destination, output in
      try AVIFWriter(avif.encoding, avif.times, beside: destination.temporaryPath) {
        try output.append($0)
      }
    }
  }

  func write(_ frame: TimedFrame) throws {
    let picture = try shaper.shape(frame.frame).color
    try writer.append(picture)
    if avif.encoding.crf == nil { digests.append(FrameDigest(picture.pixels)) }
  }

  func finish() throws {
    try writer.finish()
    try output.flush()
  }

  func cancel() { writer.cancel() }

  func check(_ isCancelled: () throws -> Void) throws -> [WrittenOutput] {
    let times = (0..<plan.frameCount).map { [plan.timeline.durationTime(of: $0)] }
    try ImageReadBack(
      plan: plan, kind: .avif, size: avif.encoding.size, plays: avif.plays, parts: times,
      digests: digests, expectsTransparency: plan.expectsTransparency
    ).check(destination.temporaryPath, isCancelled)
    return try written()
  }
}
