/// How the pixels of a scaled picture are computed from the source.
///
/// All except ``nearest`` work with premultiplied alpha, so that the colour of transparent pixels
/// never shows, and all use exact integers, so that every machine gives the same bytes.
public enum ScaleFilter: String, Sendable, Hashable, CaseIterable {
  /// The pixel at the output pixel's centre: hard edges, no new colours. For pixel art.
  case nearest
  /// The mean of exactly the area that the output pixel covers. The default for reducing.
  case area
  /// Catmull-Rom spline over 4 x 4 pixels. The default for enlarging by a factor that is not an
  /// integer.
  case bicubic
  /// Windowed sinc over 6 x 6 pixels: the sharpest, with slight ringing at hard edges.
  case lanczos

  /// - Parameter text: the name, as in `area`.
  public init?(_ text: String) {
    self.init(rawValue: text)
  }

  /// The default filter: ``nearest`` for integer enlargements, ``area`` if no side grows, otherwise
  /// ``bicubic``.
  public static func suited(from old: PixelSize, to new: PixelSize) -> ScaleFilter {
    if new.width <= old.width && new.height <= old.height { return .area }
    let isWhole = new.width.isMultiple(of: old.width) && new.height.isMultiple(of: old.height)
    return isWhole ? .nearest : .bicubic
  }
}

extension ScaleFilter: LosslessStringConvertible {
  /// The name, which ``init(_:)`` reads.
  public var description: String { rawValue }
}
