internal import AnimTiming
internal import Raster
internal import Writing

/// Writes an APNG.
struct WrittenAPNG: WrittenImage {
  private let plan: Conversion.Plan
  private let apng: APNGPlan
  private let shaper: Shaper
  private var reduction: PixelPalette.Mapping?
  private let writer: APNGWriter
  /// Of each frame.
  private var digests: [FrameDigest] = []

  /// - Parameter tick: called from time to time while a frame is compressed.
  init(
    _ plan: Conversion.Plan, _ apng: APNGPlan, tick: @escaping () throws -> Void,
    _ output: BufferedDestination
  ) throws {
    self.plan = plan
    self.apng = apng
    shaper = Shaper(plan.shaping)
    reduction = apng.palette.map { PixelPalette.Mapping($0, size: apng.size) }
    writer = try APNGWriter(
      apng.size, apng.colors, frameCount: Self.storedCount(plan.timeline),
      plays: apng.plays.totalPlays, effort: apng.effort, tick: tick
    ) { try output.append($0) }
  }

  /// The stored durations of a frame.
  private static func parts(_ frame: Int, of timeline: AnimationTimeline) -> [APNGDelay] {
    APNGDelay.parts(of: timeline.duration(of: frame), timeline.timebase)
  }

  private static func storedCount(_ timeline: AnimationTimeline) -> Int {
    (0..<timeline.count).reduce(0) { $0 + parts($1, of: timeline).count }
  }

  mutating func append(_ frame: TimedFrame) throws {
    let exact = try shaper.shape(frame.frame).color.pixels
    let picture = reduction?(exact) ?? exact
    for delay in Self.parts(digests.count, of: plan.timeline) {
      try writer.append(picture, delay: (delay.numerator, delay.denominator))
    }
    digests.append(FrameDigest(picture))
  }

  func finish() throws { try writer.finish() }

  var expected: ImageReadBack {
    let timeline = plan.timeline
    return ImageReadBack(
      plan: plan, kind: Self.storedCount(timeline) == 1 ? .png : .apng, size: apng.size,
      plays: apng.plays, parts: { Self.parts($0, of: timeline).map(\.time) }, digests: digests)
  }
}
