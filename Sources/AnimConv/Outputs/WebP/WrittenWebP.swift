internal import AnimTiming
internal import Raster
internal import Writing

/// Writes a WebP.
struct WrittenWebP: WrittenImage {
  private let plan: Conversion.Plan
  private let webp: WebPPlan
  private let shaper: Shaper
  private let writer: AnimatedWebPWriter
  /// For each frame as players show it.
  private var digests: [FrameDigest] = []

  init(_ plan: Conversion.Plan, _ webp: WebPPlan, _ output: BufferedDestination) throws {
    self.plan = plan
    self.webp = webp
    shaper = Shaper(plan.shaping)
    writer = try AnimatedWebPWriter(
      webp.size, webp.settings, frameCount: Self.durations.count(of: plan.timeline.durations),
      plays: webp.plays.totalPlays, write: { try output.append($0) },
      overwrite: { try output.overwrite($0, at: $1) })
  }

  /// The durations of the stored frames that together show one frame, in milliseconds. There are
  /// several, of up to four hours, if 24 bits do not suffice; no remainder is so short that
  /// browsers would lengthen it.
  static let durations = DurationParts(
    most: Int64(AnimatedWebPWriter.maxDuration), usual: 4 * 60 * 60 * 1000)

  mutating func append(_ frame: TimedFrame) throws {
    let picture = try shaper.shape(frame.frame).color
    let parts = Self.durations.parts(of: plan.timeline.duration(of: digests.count))
    let shown = try writer.append(picture, durations: parts.map(Int.init))
    guard shown.meanSquaredBias < 5000 else {
      throw ReadBackError.wrongPixels(frame: digests.count)
    }
    digests.append(shown.digest)
  }

  func finish() throws { try writer.finish() }

  var expected: ImageReadBack {
    let timeline = plan.timeline
    return ImageReadBack(
      plan: plan, kind: .webp, size: webp.size, plays: webp.plays,
      parts: { Self.durations.parts(of: timeline.duration(of: $0)).map { RationalTime($0, 1000) } },
      digests: digests)
  }
}
