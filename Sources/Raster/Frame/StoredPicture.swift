/// The samples of a picture as they are stored: YCbCr, a chroma sample for 2 x 2 pixels.
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

/// Of high dynamic range, 10 bits: beside the pixels of a ``PixelBuffer``, which show the same in sRGB,
/// for outputs that keep the range.
package typealias DeepPicture = StoredPicture<UInt16>

/// Of 8 bits and limited range: instead of the pixels of a ``PixelBuffer``, for videos that are written
/// with the colours that they are read with.
package typealias PlainPicture = StoredPicture<UInt8>
