internal import Raster

/// Distinguishes pixel art from photographs and drawings with smooth edges.
enum PixelArt {
  /// The largest number of colours in pixel art. Sprites of classic consoles have 16 to 56; smooth
  /// edges alone need more, and a photograph in a GIF uses all 256.
  static let maxColors = 64

  /// Whether an image has so few colours that it is pixel art.
  ///
  /// - Complexity: stops as soon as there are too many colours.
  static func matches(_ pixels: PixelBuffer) -> Bool {
    pixels.withBytes { bytes in
      var colors: Set<UInt32> = []
      var last: UInt32?
      for pixel in bytes.bindMemory(to: UInt32.self) where pixel != last {
        last = pixel
        guard colors.insert(pixel).inserted else { continue }
        if colors.count > maxColors { return false }
      }
      return true
    }
  }
}
