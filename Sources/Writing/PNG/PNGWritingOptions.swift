/// PNG compression options. The defaults are fast: a quarter to a half of the time for all filters
/// at level 6.
public struct PNGWritingOptions: Hashable, Sendable {
  /// The allowed filters of each row; if there are several, the one with the smallest sum of
  /// magnitudes is used.
  public enum FilterChoice: Hashable, Sendable {
    /// Rows without a filter.
    case unfiltered
    /// Differences from the pixel on the left.
    case sub
    /// Differences from the pixel above.
    case up
    /// All five.
    case adaptive
  }

  /// The allowed pixel formats.
  public enum Formats: Hashable, Sendable {
    /// The smallest one that holds the pixels exactly, including palettes.
    case smallest
    /// Grey with alpha or RGBA, for all pixels.
    case withAlpha
  }

  /// Any by default.
  public var formats = Formats.smallest
  /// Uses zopfli for the smallest file, which takes much time and needs memory for the whole image.
  /// ``level`` and ``filter`` are then ignored.
  public var isOptimized = false
  /// The level of zlib or, for images in memory, libdeflate: from 0 (stored) to 9; 1 by default.
  public var level = 1
  /// By default none for palettes and grey with few bits, which filters make larger; otherwise sub or
  /// up for each row of pictures in memory, and sub for larger ones.
  public var filter: FilterChoice?
  /// Whether a chunk declares sRGB; false by default, because sRGB is assumed anyway.
  public var writesStandardRGB = false

  /// Good compression at a good speed.
  public init() {}
}
