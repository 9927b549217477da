package import Raster
import TestSupport

/// Sprites of different sizes on a transparent canvas: noise of many alphas, an empty frame, a
/// repeated frame, single pixels in corners.
package enum DrawnSprites {
  package static let size = PixelSize(width: 23, height: 17)

  package static let pictures: [[UInt32]] = {
    var generator = SeededGenerator(seed: 7)
    let rects = [
      PixelRect(x: 3, y: 2, width: 9, height: 11), PixelRect(x: 0, y: 0, width: 23, height: 17),
      .empty, PixelRect(x: 22, y: 16, width: 1, height: 1),
      PixelRect(x: 10, y: 0, width: 2, height: 17), PixelRect(x: 0, y: 5, width: 21, height: 3),
      PixelRect(x: 0, y: 0, width: 1, height: 1),
    ]
    var pictures = rects.map { rect in
      (0..<size.area).map { index -> UInt32 in
        let pixel = PixelRect(
          x: index % size.width, y: index / size.width, width: 1, height: 1)
        guard rect.contains(pixel) else { return 0 }
        return UInt32(truncatingIfNeeded: generator.next()) | 0x0100_0000
      }
    }
    pictures.append(pictures[0])
    return pictures
  }()
}
