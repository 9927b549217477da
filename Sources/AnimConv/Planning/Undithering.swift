/// Whether dither is taken out of what is read: the noise or pattern by which pictures of few colours,
/// such as those of GIFs, look as if they had more.
///
/// Dither takes many bytes of a video, and looks worse when it is scaled. Outputs that keep every
/// pixel keep it, whatever is asked for.
public enum Undithering: String, Sendable, Hashable, CaseIterable {
  /// Every pixel stays as it is.
  case off
  /// Dither is taken out where it is certain; pixel art and grain stay as they are.
  case auto
  /// The frames are known to be dithered.
  case on
}
