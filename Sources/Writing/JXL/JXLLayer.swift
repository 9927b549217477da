internal import CJXL
internal import Raster

/// What is stored of a frame: a rectangle, laid on what a slot of the decoder holds.
struct JXLLayer {
  /// The slot that a frame begins with, and what it holds.
  struct Base {
    var slot: UInt32
    /// Nil for what was never saved, which is clear.
    var shown: PixelBuffer?
  }

  let base: Base
  let change: PictureChange
  /// Whether unchanged pixels are left out, so that those of the base show.
  var blends: Bool

  /// Whether its changed pixels can be laid over the base exactly: what is not opaque would mix with it.
  var canBlend: Bool { change.isOpaque && change.pixels < change.rect.size.area }

  /// The bytes of its rectangle.
  func patch(of picture: PixelBuffer, hasAlpha: Bool) -> [UInt8] {
    let rect = change.rect
    let channels = hasAlpha ? 4 : 3
    let (plane, before) = (PixelPlane(picture), blends ? base.shown.map(PixelPlane.init) : nil)
    return [UInt8](unsafeUninitializedCapacity: rect.size.area * channels) { space, filled in
      var next = 0
      for y in rect.y..<rect.maxY {
        let row = plane.row(y, from: rect.x)
        let old = before?.row(y, from: rect.x)
        for x in 0..<rect.width {
          let isLeftOut = blends && row[x] == (old?[x] ?? 0)
          let pixel = isLeftOut ? 0 : row[x].littleEndian
          for channel in 0..<channels {
            space[next + channel] = UInt8(truncatingIfNeeded: pixel >> (8 * channel))
          }
          next += channels
        }
      }
      filled = next
    }
  }
}

extension JXLLayer.Base {
  /// What a picture changes of it.
  func change(to picture: PixelBuffer) -> PictureChange {
    if let shown { return picture.change(from: shown) }
    var bounds = picture.visibleBounds()
    if bounds.isEmpty { bounds = PixelRect(x: 0, y: 0, width: 1, height: 1) }
    let count = picture.visibleCount(in: bounds)
    return PictureChange(rect: bounds, pixels: count, isOpaque: false)
  }
}

extension PixelBuffer {
  fileprivate func visibleCount(in rect: PixelRect) -> Int {
    let plane = PixelPlane(self)
    return (rect.y..<rect.maxY).reduce(0) { count, y in
      let row = plane.row(y, from: rect.x)
      return count + (0..<rect.width).count { row[$0].littleEndian >> 24 != 0 }
    }
  }
}
