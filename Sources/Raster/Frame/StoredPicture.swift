/// The stored samples of a picture: YCbCr 4:2:0.
package final class StoredPicture<Sample: FixedWidthInteger & Sendable>: Sendable {
  package let size: PixelSize
  /// Rows without padding.
  package let luma: [Sample]
  package let blue: [Sample]
  package let red: [Sample]

  package init(size: PixelSize, luma: [Sample], blue: [Sample], red: [Sample]) {
    let chroma = (size.width + 1) / 2 * ((size.height + 1) / 2)
    precondition(luma.count == size.area && blue.count == chroma && red.count == chroma)
    self.size = size
    self.luma = luma
    self.blue = blue
    self.red = red
  }

  /// Bytes of the samples.
  package static func byteCount(_ size: PixelSize) -> Int {
    size.area * 3 / 2 * MemoryLayout<Sample>.size
  }
}

/// High dynamic range, 10 bits: in addition to the pixels of a ``PixelBuffer``, which show the same
/// in sRGB, for outputs that keep the range.
package typealias DeepPicture = StoredPicture<UInt16>

/// 8 bits and limited range: instead of the pixels of a ``PixelBuffer``, for videos that are
/// written with their original colours.
package typealias PlainPicture = StoredPicture<UInt8>
