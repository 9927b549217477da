/// The lists of times that are written beside frames.
public enum FrameListFormat: String, Sendable, Hashable, CaseIterable {
  /// animconv's own `timing.json`, exact.
  case timing
  /// `frames.ffconcat`, for FFmpeg's concat demuxer: whole microseconds.
  case ffconcat
  /// `animation.json`, as in ugoira: whole milliseconds.
  case ugoira
  /// `animation.xml`, Android's `AnimationDrawable`: whole milliseconds.
  case android

  /// The name of the file.
  public var fileName: String {
    switch self {
    case .timing: "timing.json"
    case .ffconcat: "frames.ffconcat"
    case .ugoira: "animation.json"
    case .android: "animation.xml"
    }
  }

  /// What people call it.
  public var title: String {
    switch self {
    case .timing: "timing.json"
    case .ffconcat: "ffconcat"
    case .ugoira: "ugoira animation.json"
    case .android: "Android AnimationDrawable"
    }
  }

  /// Whether times are whole milliseconds.
  package var countsMilliseconds: Bool { self == .ugoira || self == .android }
}
