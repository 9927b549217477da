internal import Raster

/// Tells pixel art from photographs and drawings with smooth edges.
enum PixelArt {
  /// What a picture of few colours has at most. Sprites of the classic consoles have 16 to 56; smooth
  /// edges alone make more, and a photograph in a GIF has all of its 256.
  static let maxColors = 64

  /// Whether a picture has so few colours that its pixels are meant to be seen.
  ///
  /// - Complexity: ends at the first colour too many.
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
