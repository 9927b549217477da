/// What the picture of each frame is stored as.
public enum FramePictureFormat: String, Sendable, Hashable, CaseIterable {
  /// Exact.
  case png
  /// Small and not exact, without transparency.
  case jpeg
  /// Exact, or small when a quality is asked for; with transparency.
  case webp

  /// Of the files, without the dot.
  public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

  /// What people call it.
  public var title: String {
    switch self {
    case .png: "PNG"
    case .jpeg: "JPEG"
    case .webp: "WebP"
    }
  }
}
