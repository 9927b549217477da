extension Conversion {
  /// Whether dithering is removed from the input: the noise or pattern that makes images with few
  /// colours, such as GIFs, look as if they had more.
  ///
  /// Dithering increases the size of a video and looks worse when scaled. Lossless outputs always
  /// keep it.
  public enum Undithering: String, Sendable, Hashable, CaseIterable {
    /// Every pixel stays as it is.
    case off
    /// Dithering is removed if detection is certain; pixel art and grain stay unchanged.
    case auto
    /// The frames are known to be dithered.
    case on
  }
}
