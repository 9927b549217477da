internal import Messages

extension ReadingOptions {
  /// Options for reading a video file.
  public struct Video: Sendable, Hashable {
    /// The index of the video stream, from 0; nil for the one that players show.
    public var stream: Int?
    /// How interlaced pictures are handled.
    public var deinterlace = ReadingOptions.Video.Deinterlacing.auto
    /// Whether all pictures with the same time, less than a tick of the file's clock apart, become
    /// frames. Otherwise only the first one does, because players show no other. False by default.
    public var keepsEqualTimes = false

    /// The same choices as those of players.
    public init() {}
  }
}

extension ReadingOptions.Video {
  /// How pictures of two fields, which were taken one after the other, become frames.
  public enum Deinterlacing: String, Sendable, Hashable, CaseIterable {
    /// In pictures that the file marks as interlaced, moving areas use the first field and still
    /// areas keep both.
    case auto
    /// Pictures stay unchanged, with combing at moving edges.
    case off
  }
}

extension ReadingOptions.Video.Deinterlacing {
  /// The note about an interlaced file, as a sentence part.
  var note: ConversionMessage {
    switch self {
    case .auto:
      "the video is interlaced: moving areas use the first of its two fields; "
        + "\(.deinterlace, case: Self.off.rawValue) keeps both"
    case .off: "the video is interlaced and stays so: moving edges show combing"
    }
  }
}
