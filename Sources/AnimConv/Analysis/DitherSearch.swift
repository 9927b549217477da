internal import Raster
internal import Reading

/// Looks for dithering in a few frames of a play. The result must hold for all frames, because
/// judging each frame separately would cause flicker.
struct DitherSearch {
  /// The number of examined frames.
  private static let frameCount = 8

  private var survey = DitherSurvey()

  /// - Parameters: - source: positioned at any frame, before and after. - shown: the source frames
  ///   of one play. - onAnalysis: called before each examined frame, with the number of examined
  ///   frames and their
  ///     total; throws to stop.
  /// - Complexity: decodes frames up to the last one shown, and examines eight of them.
  init(
    _ source: any FrameSource, shown: some RandomAccessCollection<Int>,
    onAnalysis: (_ done: Int, _ total: Int) throws -> Void
  ) throws {
    let indices = Self.frames(among: shown, count: Self.frameCount)
    var player = SequencePlayer(source)
    for (done, index) in indices.enumerated() {
      try onAnalysis(done, indices.count)
      survey.look(at: try player.frame(at: index).pixels)
    }
  }

  /// The dithering to remove; nil if there is none.
  func dither(_ undithering: Conversion.Undithering) -> Dither? {
    switch undithering {
    case .off: nil
    case .auto: survey.finding
    case .on: survey.assumption
    }
  }

  /// The source frames at evenly spread positions of a play, each once, in order.
  static func frames(among shown: some RandomAccessCollection<Int>, count: Int) -> [Int] {
    let places = places(among: shown.count, count: count)
    return Set(places.map { shown[shown.index(shown.startIndex, offsetBy: $0)] }).sorted()
  }

  /// Evenly spread, with the first and the last.
  static func places(among total: Int, count: Int) -> [Int] {
    let count = min(total, count)
    return count < 2 ? Array(0..<count) : (0..<count).map { $0 * (total - 1) / (count - 1) }
  }
}
