internal import CWebP
internal import Raster
internal import Stages

/// An image encoded by libwebp.
struct CodedWebP {
  /// A whole WebP file.
  let file: [UInt8]
  let size: PixelSize

  /// One transparent pixel in the fewest bytes: `VP8L` with its size, no transform, and codes of
  /// one symbol.
  static let nothing = CodedWebP(
    file: "RIFF".utf8 + [20, 0, 0, 0] + "WEBPVP8L".utf8 + [8, 0, 0, 0]
      + [0x2F, 0, 0, 0, 0x10, 0x88, 0x88, 0x08],
    size: PixelSize(width: 1, height: 1))

  /// The chunks for an animation: alpha and image, without the file header.
  var chunks: [ArraySlice<UInt8>] {
    var chunks: [ArraySlice<UInt8>] = []
    var at = 12
    while at + 8 <= file.count {
      let count = (0..<4).reduce(0) { $0 | Int(file[at + 4 + $1]) << (8 * $1) }
      let end = min(file.count, at + 8 + count + count % 2)
      if !file[at...].starts(with: "VP8X".utf8) { chunks.append(file[at..<end]) }
      at = end
    }
    return chunks
  }

  /// Whether pixels may be transparent according to headers.
  var hasAlpha: Bool {
    file.withUnsafeBufferPointer { file in
      var features = WebPBitstreamFeatures()
      return WebPGetFeatures(file.baseAddress, file.count, &features) == VP8_STATUS_OK
        && features.has_alpha != 0
    }
  }

  /// The decoded image; pixels with alpha 0 have colour 0.
  ///
  /// - Parameter pixels: as many as the image has, row by row.
  /// - Throws: ``WritingError``.
  func decode(into pixels: UnsafeMutableBufferPointer<UInt32>) throws {
    let bytes = UnsafeMutableRawBufferPointer(pixels).bindMemory(to: UInt8.self)
    let decoded = file.withUnsafeBufferPointer { file in
      WebPDecodeRGBAInto(
        file.baseAddress, file.count, bytes.baseAddress, bytes.count, Int32(size.width * 4))
    }
    guard decoded != nil else {
      throw WritingError.library(
        operation: "reading a written WebP", message: "libwebp cannot decode it", frame: nil)
    }
    if hasAlpha { StraightAlpha.normalise(pixels.baseAddress!, size.area) }
  }
}
