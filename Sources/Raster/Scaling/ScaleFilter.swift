/// How a pixel of a scaled picture is made of the pixels it came from.
///
/// All but ``nearest`` work in premultiplied alpha, so that the colour of transparent pixels never
/// bleeds, and all use exact integers, so that every machine makes the same bytes.
public enum ScaleFilter: String, Sendable, Hashable, CaseIterable {
  /// The pixel under the output pixel's centre: hard edges, no new colours. For pixel art.
  case nearest
  /// The average of exactly what the output pixel covers. The default for making smaller.
  case area
  /// Catmull-Rom spline over 4 x 4 pixels. The default for making larger by an uneven factor.
  case bicubic
  /// Windowed sinc over 6 x 6 pixels: the sharpest, with slight ringing at hard edges.
  case lanczos

  /// - Parameter text: the name, as in `area`.
  public init?(parsing text: String) {
    self.init(rawValue: text)
  }

  /// What is used when none was named: whole factors repeat pixels (``nearest``), pictures that
  /// grow on no side are averaged (``area``), all others are interpolated (``bicubic``).
  public static func suited(from old: PixelSize, to new: PixelSize) -> ScaleFilter {
    if new.width <= old.width && new.height <= old.height { return .area }
    let isWhole = new.width.isMultiple(of: old.width) && new.height.isMultiple(of: old.height)
    return isWhole ? .nearest : .bicubic
  }
}

extension ScaleFilter: CustomStringConvertible {
  /// The name, which ``init(parsing:)`` reads.
  public var description: String { rawValue }
}
