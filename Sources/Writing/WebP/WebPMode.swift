/// How the frames of a WebP become pictures.
public enum WebPMode: String, Sendable, Hashable, CaseIterable {
  /// As ``mixed``, but a way that has lost clearly is tried again only now and then.
  case auto
  /// Every frame gives up quality.
  case lossy
  /// Every pixel stays as it is.
  case lossless
  /// Each frame is coded both ways, and the better one stays.
  case mixed
}
