/// A frame that is asked for: by when it is shown, or by its number.
public enum FrameMoment: Hashable, Sendable {
  /// The frame that is shown at this time of the input: that starts then or before and ends after.
  case time(RationalTime)
  /// A frame of the input, counted from 0.
  case frame(Int)

  /// Reads a moment as people write it; nil for anything else.
  ///
  /// | text | moment |
  /// |---|---|
  /// | `1.5s`, `500ms`, `00:01:30.5`, `1m30s` | a time, which has a unit or a colon |
  /// | `f250` | frame 250 |
  ///
  /// A number alone is none, since it could be either. The inverse of ``description``.
  public init?(parsing text: String) {
    if text.first == "f" {
      guard let frame = Self.number(text.dropFirst()) else { return nil }
      self = .frame(frame)
    } else {
      guard let time = RationalTime(withUnit: text), time >= .zero else { return nil }
      self = .time(time)
    }
  }

  /// Reads moments with commas between them; nil when one of them is none.
  public static func list(parsing text: String) -> [FrameMoment]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let moments = parts.compactMap { part in
      FrameMoment(parsing: String(part.drop { $0 == " " }))
    }
    return moments.count == parts.count ? moments : nil
  }

  private static func number(_ text: Substring) -> Int? {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return text.utf8.allSatisfy { digits ~= $0 } ? Int(text) : nil
  }

  /// The frame that is meant; nil when the animation ends before.
  ///
  /// - Complexity: O(log frames).
  package func frame(in timeline: Timeline) -> Int? {
    switch self {
    case .time(let time): timeline.frameIndex(at: time)
    case .frame(let frame): 0..<timeline.count ~= frame ? frame : nil
    }
  }
}

extension FrameMoment: CustomStringConvertible {
  /// The text that ``init(parsing:)`` reads: `3/2s`, `f250`.
  public var description: String {
    switch self {
    case .time(let time): "\(time.fraction.text)s"
    case .frame(let frame): "f\(frame)"
    }
  }
}

/// Which frames of an input are looked at at all.
public enum FrameChoice: String, Hashable, Sendable, CaseIterable {
  /// Every frame.
  case all
  /// Those that a video stores as key frames, which need no other frame.
  case key
}
