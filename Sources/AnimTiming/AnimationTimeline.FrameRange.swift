extension AnimationTimeline {
  /// A part of an animation, by frames or by times.
  public enum FrameRange: Hashable, Sendable {
    /// From frame `from`, counted from 0, up to but not including `to`; nil is the end.
    case frames(from: Int, to: Int?)
    /// From one time to another; nil is the end. Frames that are partly outside are cut exactly.
    case times(from: RationalTime, to: RationalTime?)

    /// Reads a range in the notation of users; nil for anything else.
    ///
    /// | text | part |
    /// |---|---|
    /// | `10..<20`, `10...19`, `10-19` | frames 10 to 19, counted from 0 |
    /// | `10...`, `...19`, `..<20`, `7` | from frame 10; up to and with 19; before 20; frame 7 |
    /// | `1.5s..3s`, `500ms..`, `..0:02` | from 1.5 s to 3 s; from 500 ms; up to 2 s |
    ///
    /// Digits alone are a frame; a time has a unit or a colon, except for the 0 of `0..2s`. Two
    /// dots are for times only, because `10..20` would not show whether frame 20 is included; with
    /// times, `...` and `..<` mean the same as `..`. The inverse of ``description``, except for
    /// frames below 0, which no text has.
    public init?(_ text: String) {
      for separator in ["..<", "...", "..", "-"] {
        guard let place = text.firstRange(of: separator) else { continue }
        self.init(text[..<place.lowerBound], separator, text[place.upperBound...])
        return
      }
      guard let frame = Self.frame(text[...]), frame < .max else { return nil }
      self = .frames(from: frame, to: frame + 1)
    }

    private init?(_ lower: Substring, _ separator: String, _ upper: Substring) {
      if lower.isEmpty && upper.isEmpty { return nil }
      if separator == "-" && (lower.isEmpty || upper.isEmpty) { return nil }
      if let from = lower.isEmpty ? 0 : Self.frame(lower), separator != ".." {
        guard !upper.isEmpty else {
          if separator == "..<" { return nil }
          self = .frames(from: from, to: nil)
          return
        }
        if let to = Self.frame(upper) {
          if separator != "..<" && to == .max { return nil }
          self = .frames(from: from, to: separator == "..<" ? to : to + 1)
          return
        }
      }
      guard separator != "-",
        // A start of 0 needs no unit.
        let from = lower.isEmpty || lower == "0" && !upper.isEmpty ? .zero : Self.time(lower),
        let to = upper.isEmpty ? .some(nil) : Self.time(upper).map(Optional.some)
      else { return nil }
      self = .times(from: from, to: to)
    }

    private static func frame(_ text: Substring) -> Int? {
      guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 }) else {
        return nil
      }
      return Int(text)
    }

    private static func time(_ text: Substring) -> RationalTime? {
      RationalTime(withUnit: String(text))
    }
  }
}

extension AnimationTimeline.FrameRange: LosslessStringConvertible {
  /// The text that ``init(_:)`` reads: `10..<20`, `10...`, `1.5s..3s`.
  public var description: String {
    switch self {
    case .frames(let from, let to):
      "\(from)\(to.map { "..<\($0)" } ?? "...")"
    case .times(let from, let to):
      "\(from.fraction.text)s..\(to.map { "\($0.fraction.text)s" } ?? "")"
    }
  }
}
