internal import Raster
internal import Stages

extension InputFormat {
  /// Windows bitmaps (Microsoft's `BITMAPCOREHEADER` to `BITMAPV5HEADER`).
  static let bmp = coded(
    .bmp, by: "bmp", isConcatenated: true
  ) { head in
    head.starts(with: "BM".utf8) && head.count >= 18
      && [12, 40, 52, 56, 64, 108, 124].contains(LittleEndian.word32(head, 14))
  } header: { reader in
    let head = try reader.head(26, of: .bmp)
    if LittleEndian.word32(head, 14) == 12 {
      return try CodedHeader(
        .bmp, decoder: "bmp", width: Int(LittleEndian.word16(head, 18)),
        height: Int(LittleEndian.word16(head, 20)))
    }
    return try BMPInfo(reader).header
  }
}

/// The fields of a `BITMAPINFOHEADER` and what follows it.
private struct BMPInfo {
  let header: CodedHeader

  init(_ reader: ByteReader) throws {
    let head = try reader.head(54, of: .bmp)
    let depth = LittleEndian.word16(head, 28)
    let coding = LittleEndian.word32(head, 30)
    if coding == 4 || coding == 5 { throw CodedHeader.unsupported("a BMP around a JPEG or a PNG") }
    let height = Int32(bitPattern: LittleEndian.word32(head, 22))
    var header = try CodedHeader(
      .bmp, decoder: "bmp", width: Int(Int32(bitPattern: LittleEndian.word32(head, 18))),
      height: Int(height.magnitude))
    // Masks belong to the larger headers, or follow the small one.
    let isMasked = coding == 3 && LittleEndian.word32(head, 14) >= 56 || coding == 6
    let hasMask = try isMasked && LittleEndian.word32(reader.head(70, of: .bmp), 66) != 0
    if hasMask, depth == 16 { throw CodedHeader.unsupported("a BMP of 16 bits with alpha") }
    // Without masks, the fourth byte is undefined according to the documentation, but FFmpeg and
    // other programs store alpha there.
    if hasMask || coding == 0 && depth == 32 { header.alpha = .straightUnlessZero }
    let size = Int64(LittleEndian.word32(head, 2))
    let samples = Int64(LittleEndian.word32(head, 10))
    if [0, 3, 6].contains(coding), size > samples {
      let row = (Int64(header.stored.width) * Int64(depth) + 31) / 32 * 4
      header.setEnd(after: samples, rowBytes: row)
      // Some writers omit the size, or are off by a few bytes.
      header.end = header.end.map { max(size, $0) }
    }
    self.header = header
  }
}
