internal import Raster
internal import Stages

/// The header and Logical Screen Descriptor of a GIF (GIF89a, sections 17 and 18).
struct GIFScreen {
  /// The size of both in bytes.
  static let byteCount = 13

  /// The canvas as declared, in pixels; either side may be 0.
  let size: PixelSize
  /// Entries of the global colour table; 0 without one.
  let globalColorCount: Int

  /// - Throws: ``ReadingError/malformed(detail:frame:byteOffset:)`` for versions other than 87a and
  ///   89a, as in browsers.
  init(_ bytes: [UInt8]) throws {
    let version = String(decoding: bytes[3..<6], as: UTF8.self)
    guard bytes.starts(with: Array("GIF".utf8)), version == "87a" || version == "89a" else {
      throw ReadingError.malformed(
        detail: "expected GIF version 87a or 89a, but got \(version.debugDescription)",
        frame: nil, byteOffset: 3)
    }
    size = PixelSize(
      width: Int(bytes[6]) | Int(bytes[7]) << 8, height: Int(bytes[8]) | Int(bytes[9]) << 8)
    globalColorCount = bytes[10] & 0x80 == 0 ? 0 : 2 << Int(bytes[10] & 7)
  }
}
