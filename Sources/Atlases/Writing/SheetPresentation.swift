/// How pages show a sheet, beyond what its atlas says of frames and times.
package struct SheetPresentation: Sendable, Hashable {
  /// The same page at another scale.
  package struct Twin: Sendable, Hashable {
    /// The file name of its picture.
    package var image: String
    /// How many pixels one of the sheet's own is.
    package var scale: Int

    package init(image: String, scale: Int) {
      self.image = image
      self.scale = scale
    }
  }

  /// Whether pixels stay squares where a page enlarges them, as pixel art wants it; otherwise they
  /// are smoothed.
  package var isPixelated = false
  /// Larger copies for denser screens.
  package var twins: [Twin] = []

  package init() {}
}

extension AtlasDataFormat {
  /// Whether one description serves the sheets of all scales, so that only the smallest has one.
  package var coversAllScales: Bool { self == .css }
}
