internal import Raster
internal import Stages

extension InputFormat {
  /// JPEG 2000, in boxes (ITU-T T.800, annex I) or as a bare codestream (annex A).
  static let jpeg2000 = coded(
    .jpeg2000, by: "jpeg2000", "8 to 16 bits"
  ) { head in
    head.starts(with: [0, 0, 0, 12] + Array("jP  ".utf8))
      || head.starts(with: [0xFF, 0x4F, 0xFF, 0x51])
  } header: { reader in
    try JPEG2000Boxes(reader).header
  }
}

/// The part of a JPEG 2000 with its size and colours.
private struct JPEG2000Boxes {
  private(set) var header: CodedHeader

  init(_ reader: ByteReader) throws {
    var (codestream, colors): (Int64?, [UInt8]?) = (nil, nil)
    if try reader.source.prefix(2) == [0xFF, 0x4F] { codestream = 0 }
    var position: Int64 = 0
    while codestream == nil {
      reader.seek(to: position)
      guard let head = try reader.read(8) else {
        throw CodedHeader.malformed("the JPEG 2000 has no codestream")
      }
      let (size, type) = (Int64(head.bigEndianWord32(at: 0)), Array(head[4...]))
      switch type {
      case Array("jp2c".utf8): codestream = position + (size == 1 ? 16 : 8)
      // The contents follow.
      case Array("jp2h".utf8): position += 8
      default:
        if type == Array("colr".utf8), colors == nil, (11...4096).contains(size) {
          colors = try reader.read(Int(size) - 8)
        }
        guard size >= 8 else { throw CodedHeader.malformed("a box of the JPEG 2000 is damaged") }
        position += size
      }
    }
    reader.seek(to: codestream ?? 0)
    // SOC, SIZ and its fields up to the number of components.
    guard let size = try reader.read(42), size[0] == 0xFF, size[3] == 0x51 else {
      throw CodedHeader.malformed("the codestream of the JPEG 2000 does not begin with its size")
    }
    func side(_ end: Int, _ start: Int) -> Int {
      Int(size.bigEndianWord32(at: end)) - Int(size.bigEndianWord32(at: start))
    }
    header = try CodedHeader(
      .jpeg2000, decoder: "jpeg2000", width: side(8, 16), height: side(12, 20))
    let components = Int(size.bigEndianWord16(at: 40))
    // The depth of the first component, minus one; the highest bit is its sign.
    if let depth = try reader.readByte() {
      header.sampleDepth = min(16, max(8, Int(depth & 127) + 1))
    }
    guard (1...4).contains(components) else {
      throw CodedHeader.unsupported("a JPEG 2000 of \(components) components")
    }
    // Method 1 and the number of CMYK (table I.10).
    if let colors, colors[0] == 1, colors.count >= 7, colors.bigEndianWord32(at: 3) == 12 {
      throw CodedHeader.unsupported("a JPEG 2000 in CMYK")
    }
    if let colors, colors[0] == 2 { header.profile = ICCProfile(Array(colors.dropFirst(3))) }
    if components % 2 == 0 { header.alpha = .straight }
    if components < 3 { header.samples = .gray }
  }
}
