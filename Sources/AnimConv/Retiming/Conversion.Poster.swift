public import AnimTiming

extension Conversion {
  /// The frame that represents an animation.
  public enum Poster: Sendable, Hashable {
    /// The sharpest frame that is neither blank nor in a fade, if there is one.
    case best
    /// The first shown frame.
    case first
    /// A frame of the input, counted from 0.
    case frame(Int)
    /// The frame at a time.
    case time(RationalTime)

    /// - Parameter text: `best`, `first`, a frame such as `17`, or a time with a unit or a colon:
    ///   `2.5s`. Frames and times below 0 are rejected.
    public init?(_ text: String) {
      switch text {
      case "best": self = .best
      case "first": self = .first
      default:
        if let frame = Int(text) {
          guard frame >= 0 else { return nil }
          self = .frame(frame)
        } else {
          guard let time = RationalTime(withUnit: text), time >= .zero else { return nil }
          self = .time(time)
        }
      }
    }
  }
}

extension Conversion.Poster: LosslessStringConvertible {
  /// The text that ``init(_:)`` reads.
  public var description: String {
    switch self {
    case .best: "best"
    case .first: "first"
    case .frame(let frame): "\(frame)"
    case .time(let time): time.description
    }
  }
}
