extension AnimationTimeline {
  /// A requested frame: by the time at which it is shown, or by its number.
  public enum FrameMoment: Hashable, Sendable {
    /// The frame that is shown at this time of the input: it starts then or earlier, and ends
    /// later.
    case time(RationalTime)
    /// A frame of the input, counted from 0.
    case frame(Int)

    /// Reads a moment in the notation of users; nil for anything else.
    ///
    /// | text | moment |
    /// |---|---|
    /// | `1.5s`, `500ms`, `00:01:30.5`, `1m30s` | a time, which has a unit or a colon |
    /// | `1.5` | a time in seconds, as programs print it |
    /// | `f250` | frame 250 |
    ///
    /// A whole number without a unit is rejected, because it could be a time or a frame. The
    /// inverse of ``description``, except for moments before 0, which no text has.
    public init?(_ text: String) {
      if text.first == "f" {
        guard let frame = Self.number(text.dropFirst()) else { return nil }
        self = .frame(frame)
      } else {
        let isDecimal = text.contains(".") && text.utf8.last.map { (48...57).contains($0) } == true
        let isBare = isDecimal && !text.contains(":")
        guard let time = RationalTime(withUnit: isBare ? "\(text)s" : text), time >= .zero else {
          return nil
        }
        self = .time(time)
      }
    }

    /// Reads moments separated by commas; nil if one is invalid.
    public static func list(parsing text: String) -> [AnimationTimeline.FrameMoment]? {
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      let moments = parts.compactMap { part in
        AnimationTimeline.FrameMoment(String(part.drop { $0 == " " }))
      }
      return moments.count == parts.count ? moments : nil
    }

    private static func number(_ text: Substring) -> Int? {
      let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
      return text.utf8.allSatisfy { digits ~= $0 } ? Int(text) : nil
    }

    /// The number of the frame; nil if the animation ends earlier.
    ///
    /// - Complexity: O(log frames).
    package func frame(in timeline: AnimationTimeline) -> Int? {
      switch self {
      case .time(let time): timeline.frameIndex(at: time)
      case .frame(let frame): 0..<timeline.count ~= frame ? frame : nil
      }
    }
  }
}

extension AnimationTimeline.FrameMoment: LosslessStringConvertible {
  /// The text that ``init(_:)`` reads: `3/2s`, `f250`.
  public var description: String {
    switch self {
    case .time(let time): "\(time.fraction.text)s"
    case .frame(let frame): "f\(frame)"
    }
  }
}

extension AnimationTimeline {
  /// Which frames of an input are considered.
  public enum FrameChoice: String, Hashable, Sendable, CaseIterable {
    /// Every frame.
    case all
    /// The key frames of a video, which can be decoded without other frames.
    case key
    /// The first frame of each shot in the range.
    case scene
    /// The frame in the middle of each shot, by time.
    case middleOfScene = "scene:middle"
    /// The sharpest frame of each shot.
    case sharpestOfScene = "scene:sharp"
    /// The sharpest frame of each part of the range. A part has ``TimingEdits/every`` frames, or
    /// lasts ``TimingEdits/interval``; otherwise there are ``TimingEdits/pick`` equally long parts.
    case sharp
    /// The frames that differ from the last kept frame by more than noise.
    case distinct

    /// Whether the choice depends on the pictures.
    package var needsLooks: Bool { self != .all && self != .key }
    /// Whether the choice depends on shots.
    package var isByShots: Bool { [.scene, .middleOfScene, .sharpestOfScene].contains(self) }
  }
}
