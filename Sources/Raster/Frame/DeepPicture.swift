/// The samples of a picture of high dynamic range as they are stored: 10 bits, YCbCr, a chroma sample for
/// 2 x 2 pixels.
///
/// Beside the pixels of a ``PixelBuffer``, which show the same in sRGB, for outputs that keep the
/// range.
package final class DeepPicture: Sendable {
  package let size: PixelSize
  /// Rows without padding.
  package let luma: [UInt16]
  package let blue: [UInt16]
  package let red: [UInt16]

  package init(size: PixelSize, luma: [UInt16], blue: [UInt16], red: [UInt16]) {
    let chroma = (size.width + 1) / 2 * ((size.height + 1) / 2)
    precondition(luma.count == size.area && blue.count == chroma && red.count == chroma)
    self.size = size
    self.luma = luma
    self.blue = blue
    self.red = red
  }

  /// Bytes of the samples.
  package static func byteCount(_ size: PixelSize) -> Int { size.area * 3 }
}
