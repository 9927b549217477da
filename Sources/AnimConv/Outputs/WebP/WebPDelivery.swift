internal import AnimTiming
internal import OutputFiles
internal import Raster
internal import Writing

/// Delivers a WebP.
final class WebPDelivery: SingleFileDelivery {
  let plan: ConversionPlan
  private let webp: WebPPlan
  let destination: Destination
  private let shaper: Shaper
  private let writer: AnimatedWebPWriter
  private let output: BufferedDestination
  /// The stored durations of each frame, in milliseconds.
  private let parts: [[Int]]
  /// For each frame as players show it.
  private var digests: [FrameDigest] = []

  init(_ plan: ConversionPlan, _ webp: WebPPlan) throws {
    self.plan = plan
    self.webp = webp
    shaper = Shaper(plan.shaping)
    parts = plan.timeline.durations.map { Self.durations.parts(of: $0).map(Int.init) }
    let frameCount = parts.reduce(0) { $0 + $1.count }
    (destination, output, writer) = try Destination.opening(plan.outputs[0].output) { _, output in
      try AnimatedWebPWriter(
        webp.size, webp.settings, frameCount: frameCount, plays: webp.plays.totalPlays,
        write: { try output.append($0) }, overwrite: { try output.overwrite($0, at: $1) })
    }
  }

  /// The durations of the stored frames that together show one frame, in milliseconds. There are
  /// several, of up to four hours, if 24 bits do not suffice; no remainder is so short that
  /// browsers would lengthen it.
  static let durations = DurationParts(
    most: Int64(AnimatedWebPWriter.maxDuration), usual: 4 * 60 * 60 * 1000)

  func write(_ frame: TimedFrame) throws {
    let picture = try shaper.shape(frame.frame).color
    let shown = try writer.append(picture, durations: parts[digests.count])
    guard shown.meanSquaredBias < 5000 else {
      throw ReadBackError.wrongPixels(frame: digests.count)
    }
    digests.append(shown.digest)
  }

  func finish() throws {
    try writer.finish()
    try output.flush()
  }

  func cancel() {}

  func check(_ isCancelled: () throws -> Void) throws -> [WrittenOutput] {
    try ImageReadBack(
      plan: plan, kind: .webp, size: webp.size, plays: webp.plays,
      parts: parts.map { $0.map { RationalTime(Int64($0), 1000) } }, digests: digests
    ).check(destination.temporaryPath, isCancelled)
    return try written()
  }
}
