extension MediaConstraint {
  /// A property of a file that a platform can constrain. The raw values are the keys in presets.
  public enum Property: String, Sendable, Hashable, CaseIterable {
    /// Bytes of the file, or of all files in a folder.
    case bytes
    /// From the start of the first frame to the end of the last.
    case seconds
    /// The number of frames.
    case frames
    /// In pixels, like all sides.
    case width, height
    /// The longer side, in pixels.
    case longSide = "long-side"
    /// The shorter side, in pixels.
    case shortSide = "short-side"
    /// Width times height times frames.
    case pixels
    /// Frames per second: the whole rate on which all starts fall, to a millisecond; otherwise the
    /// rate of the shortest frame.
    case fps
    /// Width over height.
    case aspect
    /// `portrait`, `square` or `landscape`.
    case orientation
    /// `mp4`, `webm`, `mov`, `matroska`, `gif`, `png`, `apng`, `webp`, `frames`, `zip`, ...
    case container
    /// FFmpeg's name of a video's codec: `h264`.
    case codec
    /// FFmpeg's name of a video's pixel format: `yuv420p`.
    case pixelFormat = "pixel-format"
    /// Whether transparency is kept.
    case alpha
    /// Whether a video has audio.
    case sound
  }
}
