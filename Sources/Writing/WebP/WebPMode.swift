/// How the frames of a WebP are encoded.
public enum WebPMode: String, Sendable, Hashable, CaseIterable {
  /// Drawings are lossless; other frames are like ``mixed``, but a clearly larger way is tried only
  /// occasionally.
  case auto
  /// Every frame is lossy.
  case lossy
  /// Every frame is lossless.
  case lossless
  /// Each frame is encoded both ways, and the smaller result is used.
  case mixed
}
