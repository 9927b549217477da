internal import AnimTiming
internal import Raster
internal import Writing

/// Delivers a JPEG.
final class JPEGDelivery: SingleFileDelivery {
  let plan: Conversion.Plan
  private let jpeg: JPEGPlan
  let destination: Destination
  private let shaper: Shaper

  init(_ plan: Conversion.Plan, _ jpeg: JPEGPlan) throws {
    self.plan = plan
    self.jpeg = jpeg
    shaper = Shaper(plan.shaping)
    destination = try Destination(plan.outputs[0].output)
  }

  func write(_ frame: TimedFrame) throws {
    let picture = try shaper.shape(frame.frame).color
    try destination.append(JPEGPicture.encode(picture.pixels, quality: jpeg.quality))
  }

  func finish() {}

  func cancel() {}

  func check(_ isCancelled: () throws -> Void) throws -> [Conversion.Report.Output] {
    try ImageReadBack(
      plan: plan, kind: .jpeg, size: plan.shaping.output, plays: LoopCount(totalPlays: 1),
      parts: { _ in [.zero] },
      digests: []
    ).check(destination.temporaryPath, isCancelled)
    return try written()
  }
}
