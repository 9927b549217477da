/// How the frames of a WebP are encoded.
public enum WebPMode: String, Sendable, Hashable, CaseIterable {
  /// Drawings are lossless; others like ``mixed``, but the clearly larger way is tried only now and
  /// then.
  case auto
  /// Every frame is lossy.
  case lossy
  /// Every frame is lossless.
  case lossless
  /// Each frame is encoded both ways, and the smaller result is used.
  case mixed
}
