internal import CJXL
internal import Raster

/// The stored form of a frame: a rectangle, blended onto the contents of a decoder's slot.
struct JXLLayer {
  /// A slot on which a frame can be based, and its contents.
  struct Base {
    var slot: UInt32
    /// nil for a slot that was never saved, which is transparent.
    var shown: PixelBuffer?
  }

  let base: Base
  let change: PictureChange
  /// Whether unchanged pixels are transparent, so that those of the base show.
  var blends: Bool

  /// Whether its changed pixels are all opaque. Others would blend with the base.
  var canBlend: Bool { change.isOpaque && change.pixels < change.rect.size.area }

  /// The size of its rectangle in bytes.
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
  /// The part of the slot's contents that a picture changes.
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
