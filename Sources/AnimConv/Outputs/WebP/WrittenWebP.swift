internal import AnimTiming
internal import Raster
internal import Writing

/// Writes a WebP.
struct WrittenWebP: WrittenImage {
  private let plan: ConversionPlan
  private let webp: WebPPlan
  private let shaper: Shaper
  private let writer: AnimatedWebPWriter
  /// The stored durations of each frame, in milliseconds.
  private let parts: [[Int]]
  /// For each frame as players show it.
  private var digests: [FrameDigest] = []

  init(_ plan: ConversionPlan, _ webp: WebPPlan, _ output: BufferedDestination) throws {
    self.plan = plan
    self.webp = webp
    shaper = Shaper(plan.shaping)
    parts = plan.timeline.durations.map { Self.durations.parts(of: $0).map(Int.init) }
    writer = try AnimatedWebPWriter(
      webp.size, webp.settings, frameCount: parts.reduce(0) { $0 + $1.count },
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
    let shown = try writer.append(picture, durations: parts[digests.count])
    guard shown.meanSquaredBias < 5000 else {
      throw ReadBackError.wrongPixels(frame: digests.count)
    }
    digests.append(shown.digest)
  }

  func finish() throws { try writer.finish() }

  var expected: ImageReadBack {
    ImageReadBack(
      plan: plan, kind: .webp, size: webp.size, plays: webp.plays,
      parts: parts.map { $0.map { RationalTime(Int64($0), 1000) } }, digests: digests)
  }
}
