/// How the frames of a WebP become pictures.
public enum WebPMode: String, Sendable, Hashable, CaseIterable {
  /// Drawings stay as they are; others as ``mixed``, but a way that has clearly lost is tried again
  /// only now and then.
  case auto
  /// Every frame gives up quality.
  case lossy
  /// Every pixel stays as it is.
  case lossless
  /// Each frame is coded both ways, and the smaller one stays.
  case mixed
}
