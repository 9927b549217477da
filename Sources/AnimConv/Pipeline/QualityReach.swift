internal import AnimPlay
internal import AnimTiming
internal import Reading
internal import Stages

/// How good an output can be: a few of its frames, encoded and scored.
struct QualityReach {
  /// The median of SSIMULACRA2 at the examined times; nil if their frames cannot be converted
  /// alone.
  ///
  /// A target is a score that is exceeded nine tenths of the time, so it is not above the median.
  let score: Double?

  /// How much the median of a few times may be below that of the whole.
  static let tolerance = 1.0
  /// The number of examined times.
  private static let count = 8

  /// - Parameters:
  ///   - conversion: the request, with the best quality.
  ///   - plan: the plan of the whole output.
  ///   - source: positioned at any frame, before and after.
  ///   - open: opens what was written.
  /// - Throws: `CancellationError`.
  /// - Complexity: decodes every frame up to the last, and encodes eight of them.
  init(
    _ conversion: Conversion, _ plan: Conversion.Plan, _ source: any FrameSource,
    _ job: ConversionJob, _ open: (AnimationInput, ReadingOptions) throws -> any FrameSource
  ) throws {
    let shown = Self.shownFrames(plan)
    var few = conversion.withoutRate(source.info)
    few.timing.edits.keepAll()
    few.timing.edits.at = Set(shown).sorted().map { .frame($0) }
    do {
      let scores = try Self.scores(few, source, job.sampling(few), open)
      let seen = shown.compactMap { scores[$0] }.sorted()
      score = seen.isEmpty ? nil : seen[seen.count / 2]
    } catch {
      try job.cancellation.check()
      score = nil
    }
  }

  /// The source frames at evenly spread times; one that is shown for long occurs several times.
  private static func shownFrames(_ plan: Conversion.Plan) -> [Int] {
    let (timeline, frames) = (plan.timeline, Array(plan.sourceIndices))
    return (0..<Int64(count)).compactMap { place in
      // A time that does not fit is left out.
      let time = try? timeline.totalTime.multiplied(by: 2 * place + 1, over: 2 * Int64(count))
      return time.flatMap { timeline.frameIndex(at: $0) }.map { frames[$0 % frames.count] }
    }
  }

  /// The score of each converted frame, by its number in the source.
  private static func scores(
    _ few: Conversion, _ source: any FrameSource, _ job: ConversionJob,
    _ open: (AnimationInput, ReadingOptions) throws -> any FrameSource
  ) throws -> [Int: Double] {
    var reading: (any FrameSource)? = source
    let written = try job.convert(few, &reading)
    defer { written.delivery.discard() }
    let comparison = try written.compared(
      with: source, few, measuresSSIMULACRA2: true, job.cancellation, open)
    return Dictionary(
      comparison.frames.compactMap { frame in frame.ssimulacra2.map { (frame.sourceIndex, $0) } },
      uniquingKeysWith: min)
  }
}
