internal import AnimPlay
internal import Raster
internal import Reading
internal import Threads
internal import Writing

/// The best score that an output can reach although it stores one chroma sample for several pixels:
/// the score of its frames before they are encoded.
struct ChromaCeiling {
  /// The 10th percentile; nil without frames.
  let score: Double?

  /// How much the ceiling of a few frames may differ from that of all frames.
  static let tolerance = 1.0
  /// The number of examined frames.
  private static let frameCount = 24

  /// - Parameters:
  ///   - plan: the plan of an output without transparency.
  ///   - source: positioned at any frame, before and after.
  ///   - trip: converts pixels to the samples that are stored, and back.
  /// - Throws: ``ConversionError``, `CancellationError`.
  /// - Complexity: decodes every frame up to the last, and scores 24 of them.
  init(
    _ plan: Conversion.Plan, _ source: any FrameSource, _ trip: SampleRoundTrip,
    _ cancellation: CancellationFlag
  ) throws {
    let shown = plan.sourceIndices
    let indices = DitherSearch.frames(among: shown, count: Self.frameCount)
    let shaper = Shaper(plan.shaping)
    let scoring = FrameScoring(cancellation)
    var waiting: [FrameScoring.Pending] = []
    defer { for score in waiting { _ = score.wait() } }
    var scores: [Double] = []
    try ConversionError.telling(file: plan.inputName, .reading) {
      var player = SequencePlayer(source)
      for index in indices {
        try cancellation.check()
        let pixels = try shaper.shape(try player.frame(at: index)).color.pixels
        let pair = ScoredPair(
          original: pixels, distorted: trip.shown(pixels), mattes: [plan.shaping.matte])
        waiting.append(scoring.start(pair))
        if waiting.count > FrameScoring.ahead {
          scores += [waiting.removeFirst().wait()].compactMap { $0?.value }
        }
      }
    }
    scores += waiting.compactMap { $0.wait()?.value }
    waiting = []
    score = scores.isEmpty ? nil : OutputComparison.SSIMULACRA2(scores.map { ($0, .zero) }).p10
  }
}
