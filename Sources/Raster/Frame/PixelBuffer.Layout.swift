extension PixelBuffer {
  /// The layout of a program's pixels in memory: four bytes per pixel, 8 bits per channel, sRGB,
  /// rows from the top.
  public struct Layout: Hashable, Sendable {
    /// The order of a pixel's bytes.
    public enum Order: Sendable, Hashable {
      /// Red, green, blue, alpha.
      case rgba
      /// Blue, green, red, alpha.
      case bgra
    }

    /// The meaning of the fourth byte.
    public enum Alpha: Sendable, Hashable {
      /// Straight alpha: colours are not multiplied by it.
      case straight
      /// Premultiplied alpha: colours are multiplied by it, as Core Graphics and most compositors
      /// require.
      case premultiplied
      /// Unused: the pixel is opaque. Written as 255.
      case ignored
    }

    /// Which colour comes first.
    public var order: Order
    /// What alpha means.
    public var alpha: Alpha

    /// Pixels of four bytes.
    public init(_ order: Order, _ alpha: Alpha) {
      self.order = order
      self.alpha = alpha
    }

    /// The layout of a ``PixelBuffer``.
    public static let rgba = PixelBuffer.Layout(.rgba, .straight)
    /// Blue first, straight.
    public static let bgra = PixelBuffer.Layout(.bgra, .straight)
    /// Multiplied by alpha.
    public static let premultipliedRGBA = PixelBuffer.Layout(.rgba, .premultiplied)
    /// Blue first, premultiplied: the layout of Core Graphics, Direct2D and cairo on little-endian
    /// machines.
    public static let premultipliedBGRA = PixelBuffer.Layout(.bgra, .premultiplied)
  }
}

extension PixelBuffer.Layout {
  /// Converts pixels of a ``PixelBuffer`` to this format.
  func encode(
    _ source: UnsafePointer<UInt32>, to target: UnsafeMutableRawPointer, count: Int
  ) {
    for index in 0..<count {
      var word = source[index].littleEndian
      switch alpha {
      case .straight: break
      case .premultiplied: word = Self.premultiply(word)
      case .ignored: word |= 0xFF00_0000
      }
      if order == .bgra { word = Self.exchangeRedAndBlue(word) }
      target.storeBytes(of: word.littleEndian, toByteOffset: index &* 4, as: UInt32.self)
    }
  }

  /// The inverse of ``encode(_:to:count:)``, as far as premultiplied colours allow it.
  func decode(
    _ source: UnsafeRawPointer, to target: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    for index in 0..<count {
      var word = source.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self).littleEndian
      if order == .bgra { word = Self.exchangeRedAndBlue(word) }
      switch alpha {
      // In a buffer, transparent pixels have colour 0.
      case .straight: if word >> 24 == 0 { word = 0 }
      case .premultiplied: word = Self.divide(word)
      case .ignored: word |= 0xFF00_0000
      }
      target[index] = word.littleEndian
    }
  }

  private static func exchangeRedAndBlue(_ word: UInt32) -> UInt32 {
    word & 0xFF00_FF00 | (word & 0xFF) << 16 | word >> 16 & 0xFF
  }

  /// Every colour times alpha over 255, rounded to the nearest.
  static func premultiply(_ word: UInt32) -> UInt32 {
    let alpha = word >> 24
    if alpha == 255 { return word }
    func scaled(_ shift: UInt32) -> UInt32 {
      let product = (word >> shift & 0xFF) &* alpha &+ 128
      return ((product &+ (product >> 8)) >> 8) << shift
    }
    return alpha << 24 | scaled(16) | scaled(8) | scaled(0)
  }

  /// Every colour times 255 over alpha, rounded to the nearest and at most 255.
  static func divide(_ word: UInt32) -> UInt32 {
    let alpha = word >> 24
    if alpha == 255 { return word }
    if alpha == 0 { return 0 }
    func scaled(_ shift: UInt32) -> UInt32 {
      min(255, ((word >> shift & 0xFF) &* 255 &+ alpha / 2) / alpha) << shift
    }
    return alpha << 24 | scaled(16) | scaled(8) | scaled(0)
  }
}
