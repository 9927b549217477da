extension FrameFilesOptions {
  /// The lists of times that are written with frames.
  public enum ListFormat: String, Sendable, Hashable, CaseIterable {
    /// animconv's own `timing.json`, exact.
    case timing
    /// `frames.ffconcat`, for FFmpeg's concat demuxer: whole microseconds.
    case ffconcat
    /// `animation.json`, as in ugoira: whole milliseconds.
    case ugoira
    /// `animation.xml`, Android's `AnimationDrawable`: whole milliseconds.
    case android
    /// `images.m3u8`, an image media playlist of HLS: whole microseconds.
    case hls

    /// `frames.csv`, a table with all known values of every picture.
    case csv
    /// `frames.json`, the same as ``csv`` in JSON.
    case json
    /// `frames.jsonl`, the same as JSON lines: first a header, then a line for each picture.
    case jsonl

    /// The name of the file.
    public var fileName: String {
      switch self {
      case .timing: "timing.json"
      case .ffconcat: "frames.ffconcat"
      case .ugoira: "animation.json"
      case .android: "animation.xml"
      case .hls: "images.m3u8"
      case .csv: "frames.csv"
      case .json: "frames.json"
      case .jsonl: "frames.jsonl"
      }
    }

    /// The name of the format in messages.
    public var title: String {
      switch self {
      case .timing: "timing.json"
      case .ffconcat: "ffconcat"
      case .ugoira: "ugoira animation.json"
      case .android: "Android AnimationDrawable"
      case .hls: "HLS image playlist"
      case .csv: "CSV record"
      case .json: "JSON record"
      case .jsonl: "JSON lines record"
      }
    }

    /// Whether it contains all known values of the pictures, and not only their times.
    package var isRecord: Bool { [.csv, .json, .jsonl].contains(self) }

    /// Whether it is read back as a list of times.
    package var isReadBack: Bool { self != .android && self != .hls }

    /// Whether times are whole microseconds.
    package var countsMicroseconds: Bool { self == .ffconcat || self == .hls }

    /// Whether times are whole milliseconds.
    package var countsMilliseconds: Bool { self == .ugoira || self == .android }
  }
}
