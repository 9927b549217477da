package import Raster

/// A number that equal pictures share and different ones, but for one pair in 2⁶⁴, do not. It
/// means nothing in another process.
package struct FrameDigest: Hashable, Sendable {
  private var value: Int

  /// - Parameter value: what pictures share.
  init(value: Int) { self.value = value }

  package init(_ pixels: PixelBuffer) {
    self = pixels.withBytes { FrameDigest($0, size: pixels.size) }
  }

  /// - Parameter bytes: of all rows.
  package init(_ bytes: UnsafeRawBufferPointer, size: PixelSize) {
    var hasher = Hasher()
    hasher.combine(size)
    hasher.combine(bytes: bytes)
    value = hasher.finalize()
  }
}
