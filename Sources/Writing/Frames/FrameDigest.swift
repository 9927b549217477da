package import Raster

/// A number that identical images share; different images differ, except one pair in 2⁶⁴. It is
/// only valid in this process.
package struct FrameDigest: Hashable, Sendable {
  private var value: Int

  /// - Parameter value: the common value.
  init(value: Int) { self.value = value }

  package init(_ pixels: PixelBuffer) {
    self = pixels.withBytes { FrameDigest($0, size: pixels.size) }
  }

  /// The digest of all bits of a picture.
  package init(_ picture: WidePicture) {
    self = picture.pixels.withUnsafeBytes { FrameDigest($0, size: picture.size) }
  }

  /// The digest of 8 bits a sample, or of all 16.
  package init(_ pixels: PixelBuffer, depth: Int) {
    self =
      depth == 8
      ? FrameDigest(pixels) : FrameDigest(pixels.wide ?? WidePicture(widening: pixels))
  }

  /// - Parameter bytes: of all rows.
  package init(_ bytes: UnsafeRawBufferPointer, size: PixelSize) {
    var hasher = Hasher()
    hasher.combine(size)
    hasher.combine(bytes: bytes)
    value = hasher.finalize()
  }
}
