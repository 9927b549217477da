internal import AnimTiming
internal import Raster
internal import Writing

/// Writes an APNG.
struct WrittenAPNG: WrittenImage {
  private let plan: ConversionPlan
  private let apng: APNGPlan
  private let shaper: Shaper
  private var reduction: PixelPalette.Mapping?
  private let writer: APNGWriter
  /// The stored durations of each frame.
  private let parts: [[APNGDelay]]
  /// Of each frame.
  private var digests: [FrameDigest] = []

  /// - Parameter tick: called from time to time while a frame is compressed.
  init(
    _ plan: ConversionPlan, _ apng: APNGPlan, tick: @escaping () throws -> Void,
    _ output: BufferedDestination
  ) throws {
    self.plan = plan
    self.apng = apng
    shaper = Shaper(plan.shaping)
    reduction = apng.palette.map { PixelPalette.Mapping($0, size: apng.size) }
    parts = plan.timeline.durations.map { APNGDelay.parts(of: $0, plan.timeline.timebase) }
    writer = try APNGWriter(
      apng.size, apng.colors, frameCount: parts.reduce(0) { $0 + $1.count },
      plays: apng.plays.totalPlays, effort: apng.effort, tick: tick
    ) { try output.append($0) }
  }

  mutating func append(_ frame: TimedFrame) throws {
    let exact = try shaper.shape(frame.frame).color.pixels
    let picture = reduction?(exact) ?? exact
    for delay in parts[digests.count] {
      try writer.append(picture, delay: (delay.numerator, delay.denominator))
    }
    digests.append(FrameDigest(picture))
  }

  func finish() throws { try writer.finish() }

  var expected: ImageReadBack {
    let times = parts.map { $0.map(\.time) }
    return ImageReadBack(
      plan: plan, kind: times.count == 1 && times[0].count == 1 ? .png : .apng, size: apng.size,
      plays: apng.plays, parts: times, digests: digests)
  }
}
