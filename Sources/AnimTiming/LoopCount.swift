/// How often an animation plays in total.
///
/// Always total plays. Readers convert the counts of formats that count repetitions.
public enum LoopCount: Hashable, Sendable {
  /// Played for ever.
  case forever
  /// Plays this many times, at least once; playback stops on the last frame.
  case plays(Int)

  /// The number of APNG, WebP and animconv: total plays, or 0 for endless. Negative numbers count
  /// as 0.
  public init(totalPlays: Int) {
    self = totalPlays > 0 ? .plays(totalPlays) : .forever
  }

  /// GIF's number in NETSCAPE2.0 and ANIMEXTS1.0, as browsers play it: 0 for endless, otherwise
  /// `repetitions` + 1 plays. A GIF without the extension plays once.
  public init(netscapeRepetitions repetitions: UInt16) {
    self = repetitions == 0 ? .forever : .plays(Int(repetitions) + 1)
  }

  /// Total plays, or 0 for endless; the inverse of ``init(totalPlays:)``.
  public var totalPlays: Int {
    switch self {
    case .forever: 0
    case .plays(let count): count
    }
  }
}

extension LoopCount: CustomStringConvertible {
  /// `for ever`, `once`, `3 times`.
  public var description: String {
    switch self {
    case .forever: "for ever"
    case .plays(1): "once"
    case .plays(let count): "\(count) times"
    }
  }
}
