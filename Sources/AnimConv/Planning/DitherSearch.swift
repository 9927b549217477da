internal import Raster
internal import Reading

/// Looks for dither in a few frames of a play, since what is found has to hold for all of them: a
/// picture would flicker if each frame were judged by itself.
struct DitherSearch {
  /// How many frames are looked at.
  private static let frameCount = 8

  private var survey = DitherSurvey()

  /// - Parameters:
  ///   - source: at frame 0, where it is left.
  ///   - shown: the source frames of one play.
  ///   - onLook: called before each frame that is looked at, with how many have been and how many
  ///     there are; throws when it is to end.
  /// - Complexity: decodes frames up to the last that is shown, and looks at eight of them.
  init(
    _ source: any FrameSource, shown: some RandomAccessCollection<Int>,
    onLook: (_ done: Int, _ total: Int) throws -> Void
  ) throws {
    let places = Self.places(among: shown.count, count: Self.frameCount)
    let indices = Set(places.map { shown[shown.index(shown.startIndex, offsetBy: $0)] }).sorted()
    var player = SequencePlayer(source)
    for (done, index) in indices.enumerated() {
      try onLook(done, indices.count)
      survey.look(at: try player.frame(at: index).pixels)
    }
    try source.seek(to: 0)
  }

  /// What is to be taken out; nil when nothing is.
  func dither(_ undithering: Undithering) -> Dither? {
    switch undithering {
    case .off: nil
    case .auto: survey.finding
    case .on: survey.assumption
    }
  }

  /// Evenly spread, with the first and the last.
  static func places(among total: Int, count: Int) -> [Int] {
    let count = min(total, count)
    return count < 2 ? Array(0..<count) : (0..<count).map { $0 * (total - 1) / (count - 1) }
  }
}
