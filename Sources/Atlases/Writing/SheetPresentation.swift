/// How pages show a sheet, in addition to the frames and durations in its atlas.
package struct SheetPresentation: Sendable, Hashable {
  /// The same page at another scale.
  package struct Twin: Sendable, Hashable {
    /// The file name of its picture.
    package var image: String
    /// Its scale relative to the sheet.
    package var scale: Int

    package init(image: String, scale: Int) {
      self.image = image
      self.scale = scale
    }
  }

  /// Whether pixels stay sharp when a page enlarges them, as for pixel art; otherwise they are
  /// smoothed.
  package var isPixelated = false
  /// Larger copies for denser screens.
  package var twins: [Twin] = []

  package init() {}
}

extension AtlasDataFormat {
  /// Whether one data file serves the sheets of all scales, so that only the smallest has one.
  package var coversAllScales: Bool { self == .css }
}
