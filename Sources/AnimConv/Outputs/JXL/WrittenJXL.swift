internal import AnimTiming
internal import Raster
internal import Writing

/// Writes a JPEG XL.
struct WrittenJXL: WrittenImage {
  private let plan: Conversion.Plan
  private let jxl: JXLPlan
  private let shaper: PictureShaper
  private let writer: JXLWriter
  /// The digest of each frame; empty for lossy encoding.
  private var digests: [FrameDigest] = []
  private var shown = 0

  init(_ plan: Conversion.Plan, _ jxl: JXLPlan, _ output: BufferedDestination) throws {
    self.plan = plan
    self.jxl = jxl
    shaper = PictureShaper(plan.shaping, depth: jxl.settings.depth)
    writer = try JXLWriter(
      jxl.size, jxl.settings, frameCount: Self.durations.count(of: plan.timeline.durations),
      unit: plan.timeline.timebase, plays: jxl.plays.totalPlays
    ) { try output.append($0) }
  }

  /// The durations of the stored frames that together show one frame. There are several if 32 bits
  /// are not enough, and none is so short that browsers would lengthen it.
  static let durations = DurationParts(
    most: JXLSettings.maxTicks, usual: JXLSettings.maxTicks / 2)

  var takesWide: Bool { jxl.settings.depth == 16 }

  mutating func append(_ frame: TimedFrame) throws {
    let picture = try shaper.shape(frame).frame.pixels
    for ticks in Self.durations.parts(of: plan.timeline.duration(of: shown)) {
      try writer.append(picture, ticks: ticks)
    }
    if jxl.settings.quality == nil {
      digests.append(
        picture.wide.map { FrameDigest($0.withoutHiddenColors()) } ?? FrameDigest(picture))
    }
    shown += 1
  }

  func finish() throws { try writer.finish() }

  func cancel() { writer.cancel() }

  var expected: ImageReadBack {
    let timeline = plan.timeline
    return ImageReadBack(
      plan: plan, kind: .jxl, size: jxl.size, plays: jxl.plays,
      parts: { frame in
        try Self.durations.parts(of: timeline.duration(of: frame)).map {
          try RationalTime(ticks: $0, timebase: timeline.timebase)
        }
      },
      digests: digests, depth: jxl.settings.depth, expectsTransparency: plan.expectsTransparency)
  }
}
