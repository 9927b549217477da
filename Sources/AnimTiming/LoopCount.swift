/// How often an animation plays in all.
///
/// One meaning everywhere: total plays. Formats that count repetitions are translated by their
/// readers.
public enum LoopCount: Hashable, Sendable {
  /// Played for ever.
  case forever
  /// Played this many times in all, at least once; playback rests on the last frame.
  case plays(Int)

  /// APNG's, WebP's and our own number: total plays, 0 for ever. Negative counts as 0.
  public init(totalPlays: Int) {
    self = totalPlays > 0 ? .plays(totalPlays) : .forever
  }

  /// GIF's number in NETSCAPE2.0 and ANIMEXTS1.0, as browsers play it: 0 for ever, otherwise one
  /// play more than `repetitions`. A GIF without the extension plays once.
  public init(netscapeRepetitions repetitions: UInt16) {
    self = repetitions == 0 ? .forever : .plays(Int(repetitions) + 1)
  }

  /// Total plays, 0 for ever; the inverse of ``init(totalPlays:)``.
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
