import TestSupport
@testable import Raster

/// Pictures drawn by rules, so that tests need no files.
enum DrawnFrames {
  /// A pool's buffer, filled pixel by pixel; transparent pixels become 0.
  static func buffer(
    _ pool: PixelBuffer.Pool, pixel: (_ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8, UInt8)
  ) -> PixelBuffer {
    let buffer = pool.take()
    for y in 0..<buffer.size.height {
      for x in 0..<buffer.size.width {
        let (r, g, b, a) = pixel(x, y)
        let at = buffer.base + y * buffer.stride + x * 4
        (at[0], at[1], at[2], at[3]) = a == 0 ? (0, 0, 0, 0) : (r, g, b, a)
      }
    }
    return buffer
  }

  /// A still gradient with a square that moves two pixels per frame: the changes are small, and
  /// `changed` contains only them.
  static func movingSquare(size: PixelSize, count: Int) -> [CanvasFrame] {
    let pool = PixelBuffer.Pool(size: size)
    func square(_ index: Int) -> PixelRect {
      PixelRect(x: (index * 2) % max(1, size.width), y: size.height / 3, width: 9, height: 7)
        .intersection(PixelRect(size))
    }
    return (0..<count).map { index in
      let now = square(index)
      let pixels = buffer(pool) { x, y in
        now.contains(PixelRect(x: x, y: y, width: 1, height: 1))
          ? (230, 40, UInt8(index * 20 & 0xff), 255)
          : (UInt8(x * 255 / size.width), UInt8(y * 255 / size.height), 90, 255)
      }
      return CanvasFrame(
        index: index, pixels: pixels,
        changed: index == 0 ? PixelRect(size) : now.union(square(index - 1)))
    }
  }

  /// A moving disc whose edge fades from opaque to transparent, on a transparent canvas.
  static func fadingDisc(size: PixelSize, count: Int) -> [CanvasFrame] {
    let pool = PixelBuffer.Pool(size: size)
    return (0..<count).map { index in
      let pixels = buffer(pool) { x, y in
        let dx = x - size.width / 2 - index
        let dy = y - size.height / 2
        let far = (dx * dx + dy * dy) * 1200 / (size.area + 1)
        return (250, 180, 60, UInt8(max(0, min(255, 330 - far * 2))))
      }
      return CanvasFrame(index: index, pixels: pixels, changed: PixelRect(size))
    }
  }

  /// Every pixel has another colour and alpha, from a fixed seed.
  static func noise(size: PixelSize, seed: UInt64, opaque: Bool) -> PixelBuffer {
    var generator = SeededGenerator(seed: seed)
    return buffer(PixelBuffer.Pool(size: size)) { _, _ in
      let word = generator.next()
      let alpha: UInt8
      switch word >> 24 & 3 {
      case 0 where !opaque: alpha = 0
      case 1 where !opaque: alpha = UInt8(truncatingIfNeeded: word >> 32)
      default: alpha = 255
      }
      return (
        UInt8(truncatingIfNeeded: word), UInt8(truncatingIfNeeded: word >> 8),
        UInt8(truncatingIfNeeded: word >> 16), alpha
      )
    }
  }
}
