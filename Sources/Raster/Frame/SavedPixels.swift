/// The pixels of one rectangle of a canvas, kept for a disposal that restores them. Its memory is
/// reused for the next rectangle.
struct SavedPixels {
  private(set) var rect = PixelRect.empty
  private var bytes: [UInt8] = []

  /// Keeps a rectangle of a picture.
  mutating func save(_ rect: PixelRect, of picture: PixelBuffer) {
    self.rect = rect
    bytes.removeAll(keepingCapacity: true)
    bytes.reserveCapacity(rect.size.area * 4)
    picture.eachRun(of: rect) { offset, count in
      bytes.append(contentsOf: UnsafeBufferPointer(start: picture.base + offset, count: count))
    }
  }

  /// Restores the rectangle; the inverse of ``save(_:of:)``.
  func restore(to picture: PixelBuffer) {
    var done = 0
    bytes.withUnsafeBufferPointer { bytes in
      picture.eachRun(of: rect) { offset, count in
        (picture.base + offset).update(from: bytes.baseAddress! + done, count: count)
        done += count
      }
    }
  }
}
