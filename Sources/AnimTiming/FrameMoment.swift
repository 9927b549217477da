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
  /// The first of each shot of the range.
  case scene
  /// The one in the middle of each shot, by time.
  case middleOfScene = "scene:middle"
  /// The sharpest of each shot.
  case sharpestOfScene = "scene:sharp"
  /// The sharpest of each part of the range: of so many frames with ``TimingEdits/every``, of so much
  /// time with ``TimingEdits/interval``, else of ``TimingEdits/pick`` equally long parts.
  case sharp
  /// Those that do not show the same as the one kept before, but for noise.
  case distinct

  /// Whether pictures have to be looked at to know the frames.
  package var needsLooks: Bool { self != .all && self != .key }
  /// Whether frames are kept by the shots that they belong to.
  package var isByShots: Bool { [.scene, .middleOfScene, .sharpestOfScene].contains(self) }
}
