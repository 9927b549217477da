internal import AnimTiming
internal import OutputFiles
internal import Raster
internal import Writing

/// Delivers an APNG.
final class APNGDelivery: SingleFileDelivery {
  let plan: ConversionPlan
  private let apng: APNGPlan
  let destination: Destination
  private let shaper: Shaper
  private var reduction: PixelPalette.Mapping?
  private let writer: APNGWriter
  private let output: BufferedDestination
  /// The stored durations of each frame.
  private let parts: [[APNGDelay]]
  /// Of each frame.
  private var digests: [FrameDigest] = []

  /// - Parameter tick: called from time to time while a frame is compressed.
  init(_ plan: ConversionPlan, _ apng: APNGPlan, tick: @escaping () throws -> Void) throws {
    self.plan = plan
    self.apng = apng
    shaper = Shaper(plan.shaping)
    reduction = apng.palette.map { PixelPalette.Mapping($0, size: apng.size) }
    parts = plan.timeline.durations.map { APNGDelay.parts(of: $0, plan.timeline.timebase) }
    let frameCount = parts.reduce(0) { $0 + $1.count }
    (destination, output, writer) = try Destination.opening(plan.outputs[0].output) { _, output in
      try APNGWriter(
        apng.size, apng.colors, frameCount: frameCount, plays: apng.plays.totalPlays,
        effort: apng.effort, tick: tick
      ) { try output.append($0) }
    }
  }

  func write(_ frame: TimedFrame) throws {
    let exact = try shaper.shape(frame.frame).color.pixels
    let picture = reduction?(exact) ?? exact
    for delay in parts[digests.count] {
      try writer.append(picture, delay: (delay.numerator, delay.denominator))
    }
    digests.append(FrameDigest(picture))
  }

  func finish() throws {
    try writer.finish()
    try output.flush()
  }

  func cancel() {}

  func check(_ isCancelled: () throws -> Void) throws -> [WrittenOutput] {
    let times = parts.map { $0.map(\.time) }
    try ImageReadBack(
      plan: plan, kind: times.count == 1 && times[0].count == 1 ? .png : .apng, size: apng.size,
      plays: apng.plays, parts: times, digests: digests
    ).check(destination.temporaryPath, isCancelled)
    return try written()
  }
}
