/// What a platform can ask of a file. The raw values are the keys in presets.
public enum MediaProperty: String, Sendable, Hashable, CaseIterable {
  /// Bytes of the file, or of all files in a folder.
  case bytes
  /// From the start of the first frame to the end of the last.
  case seconds
  /// How many frames there are.
  case frames
  /// In pixels, as are all sides.
  case width, height
  /// The longer and the shorter of both sides.
  case longSide = "long-side"
  /// The shorter side, in pixels.
  case shortSide = "short-side"
  /// Width times height times frames.
  case pixels
  /// Frames a second: the whole rate that all starts are on to a millisecond, else what the shortest
  /// frame means.
  case fps
  /// Width over height.
  case aspect
  /// `portrait`, `square` or `landscape`.
  case orientation
  /// `mp4`, `webm`, `mov`, `matroska`, `gif`, `png`, `apng`, `webp`, `frames`, `zip`, ...
  case container
  /// FFmpeg's name of a video's codec: `h264`.
  case codec
  /// FFmpeg's name of a video's stored pixels: `yuv420p`.
  case pixelFormat = "pixel-format"
  /// Whether transparency is kept.
  case alpha
  /// Whether a video has sound.
  case sound
}
