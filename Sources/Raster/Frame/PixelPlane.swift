/// The pixels of a picture, or of a part of one, in memory. Borrowed: valid as long as the buffer
/// that it points into.
///
/// A pixel is read as one little-endian word, with red in the low byte and alpha in the high one.
/// All machines that animconv supports are little-endian.
package struct PixelPlane {
  /// The pixel at 0, 0.
  @usableFromInline package let base: UnsafeMutablePointer<UInt8>
  /// Bytes from one row to the next.
  @usableFromInline package let stride: Int

  /// The pixels of `buffer`, with 0, 0 at its top left.
  package init(_ buffer: PixelBuffer) {
    base = buffer.base
    stride = buffer.stride
  }

  /// Pixels in consecutive rows, for reading only.
  package init(_ pixels: UnsafeBufferPointer<UInt32>, width: Int) {
    let bytes = UnsafeMutableRawPointer(mutating: pixels.baseAddress!)
    base = bytes.assumingMemoryBound(to: UInt8.self)
    stride = width * 4
  }

  private init(base: UnsafeMutablePointer<UInt8>, stride: Int) {
    self.base = base
    self.stride = stride
  }

  /// The same pixels with 0, 0 moved to `x`, `y`, which may be outside.
  package func moved(x: Int, y: Int) -> PixelPlane {
    PixelPlane(base: base + (y * stride + x * 4), stride: stride)
  }

  /// The pixel at `x`, `y` and those to its right.
  @inlinable @inline(__always)
  package func row(_ y: Int, from x: Int) -> UnsafeMutablePointer<UInt32> {
    UnsafeMutableRawPointer(base + (y &* stride &+ x &* 4)).assumingMemoryBound(to: UInt32.self)
  }

  /// Makes every pixel of a rectangle transparent.
  package func clear(_ rect: PixelRect) {
    for y in rect.y..<rect.maxY {
      row(y, from: rect.x).update(repeating: 0, count: rect.width)
    }
  }
}
