package import Raster

/// A number that equal pictures share and different ones, but for one pair in 2⁶⁴, do not. It
/// means nothing in another process.
package struct FrameDigest: Hashable, Sendable {
  private var value: Int

  /// - Parameter value: what pictures share.
  init(value: Int) { self.value = value }

  package init(_ pixels: PixelBuffer) {
    var hasher = Hasher()
    hasher.combine(pixels.size)
    pixels.withBytes { hasher.combine(bytes: $0) }
    value = hasher.finalize()
  }
}
