/// How hard a PNG is compressed. The defaults are the fast way: a quarter to a half of the time of
/// trying all filters at level 6.
public struct PNGWritingOptions: Hashable, Sendable {
  /// Which filters each row may take; of several, the one with the smallest sum of magnitudes.
  public enum FilterChoice: Hashable, Sendable {
    /// Rows as they are.
    case unfiltered
    /// What differs from the pixel on the left.
    case sub
    /// What differs from the pixel above.
    case up
    /// All five.
    case adaptive
  }

  /// Which formats of pixels may be chosen.
  public enum Formats: Hashable, Sendable {
    /// The smallest one that holds the pixels exactly, palettes among them.
    case smallest
    /// Grey with alpha or RGBA, whatever the pixels are.
    case withAlpha
  }

  /// Any by default.
  public var formats = Formats.smallest
  /// Makes the file as small as it gets, with zopfli, which takes long and the whole picture's
  /// memory; ``level`` and ``filter`` have no meaning then.
  public var isOptimized = false
  /// The level of zlib or, for pictures that are held whole, libdeflate: from 0 (stored) to 9; 1 by
  /// default.
  public var level = 1
  /// Sub by default; none for palettes and grey of few bits, which filters make larger.
  public var filter: FilterChoice?
  /// Whether a chunk says that the colours are sRGB; not by default, since all take them so.
  public var writesStandardRGB = false

  /// Compressed well at a good speed.
  public init() {}
}
