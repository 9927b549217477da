internal import Raster

/// A decoded frame that can be drawn: indices, their colours, and their place.
struct GIFPatch {
  let indices: GIFIndices
  let colors: GIFColorTable
  /// The frame's corner on the canvas.
  let x: Int
  let y: Int
  /// The part of the frame on the canvas.
  let visible: PixelRect

  /// Draws the visible part. Missing indices draw nothing.
  ///
  /// - Parameters:
  ///   - picture: the first pixel of the canvas.
  ///   - stride: pixels from one row to the next.
  ///   - writesTransparent: transparent indices write transparent pixels instead of nothing, which
  ///     is faster and equivalent on a blank canvas.
  func draw(onto picture: UnsafeMutablePointer<UInt32>, stride: Int, writesTransparent: Bool) {
    let skipped = visible.x - x
    colors.pixels.withUnsafeBufferPointer { table in
      let table = table.baseAddress!
      for row in visible.y..<visible.maxY {
        let stored = indices.row(row - y)
        let count = min(stored.count - skipped, visible.width)
        guard count > 0, let base = stored.baseAddress else { continue }
        let target = picture + (row * stride + visible.x)
        if writesTransparent {
          Self.replace(target, base + skipped, count, table)
        } else {
          Self.overlay(target, base + skipped, count, table)
        }
      }
    }
  }

  @inline(__always)
  private static func replace(
    _ target: UnsafeMutablePointer<UInt32>, _ indices: UnsafePointer<UInt8>, _ count: Int,
    _ table: UnsafePointer<UInt32>
  ) {
    var column = 0
    while column &+ 4 <= count {
      target[column] = table[Int(indices[column])]
      target[column &+ 1] = table[Int(indices[column &+ 1])]
      target[column &+ 2] = table[Int(indices[column &+ 2])]
      target[column &+ 3] = table[Int(indices[column &+ 3])]
      column &+= 4
    }
    while column < count {
      target[column] = table[Int(indices[column])]
      column &+= 1
    }
  }

  @inline(__always)
  private static func overlay(
    _ target: UnsafeMutablePointer<UInt32>, _ indices: UnsafePointer<UInt8>, _ count: Int,
    _ table: UnsafePointer<UInt32>
  ) {
    var column = 0
    while column < count {
      let pixel = table[Int(indices[column])]
      target[column] = pixel == 0 ? target[column] : pixel
      column &+= 1
    }
  }
}
