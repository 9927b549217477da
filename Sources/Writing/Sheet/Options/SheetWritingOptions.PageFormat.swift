extension SheetWritingOptions {
  /// The file format of a sheet's pages.
  public enum PageFormat: String, Sendable, Hashable, CaseIterable {
    /// Exact.
    case png
    /// Small, lossy, without transparency.
    case jpeg
    /// Exact, or small if a quality is given; with transparency.
    case webp
    /// Smaller than JPEG at the same quality and slower to write, with transparency.
    case avif

    /// The extension, without the dot.
    public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// The name of the format in messages.
    public var title: String { self == .webp ? "WebP" : rawValue.uppercased() }
  }
}
