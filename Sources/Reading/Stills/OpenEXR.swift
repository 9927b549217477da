internal import Raster
internal import Stages

extension InputFormat {
  /// OpenEXR (Technical Introduction and OpenEXR File Layout): linear light in floating point.
  static let openEXR = coded(
    .openEXR, by: "exr", "floating point, linear light"
  ) { head in
    head.starts(with: [0x76, 0x2F, 0x31, 0x01])
  } header: { reader in
    try OpenEXRHeader(reader).header
  }
}

/// The attributes of the first part.
private struct OpenEXRHeader {
  let header: CodedHeader

  init(_ reader: ByteReader) throws {
    reader.seek(to: 4)
    guard let flags = try reader.read(4) else {
      throw CodedHeader.cut(.openEXR)
    }
    if flags[1] & 0x08 != 0 { throw CodedHeader.unsupported("an OpenEXR with deep pixels") }
    var window: [Int]?
    var names: [String] = []
    var chromaticities: [UInt8]?
    while let name = try Self.text(reader), !name.isEmpty {
      guard let type = try Self.text(reader), let count = try reader.read(4) else { break }
      let size = Int(LittleEndian.word32(count, 0))
      guard size <= ReadingLimits().maxMetadataChunkBytes, let value = try reader.read(size) else {
        throw CodedHeader.cut(.openEXR)
      }
      switch (name, type) {
      case ("displayWindow", "box2i") where size == 16:
        window = stride(from: 0, to: 16, by: 4).map {
          Int(Int32(bitPattern: LittleEndian.word32(value, $0)))
        }
      case ("channels", "chlist"): names = Self.channels(value)
      case ("chromaticities", "chromaticities"): chromaticities = value
      default: break
      }
    }
    guard let window else { throw CodedHeader.malformed("the OpenEXR does not say its size") }
    var header = try CodedHeader(
      .openEXR, decoder: "exr", width: window[2] - window[0] + 1, height: window[3] - window[1] + 1)
    header.isLinear = true
    header.sampleDepth = 16
    if names.contains("A") { header.alpha = .premultiplied }
    if !names.contains("R") { header.samples = .gray }
    if let chromaticities, !Self.isRec709(chromaticities) {
      header.colorNotes.append(
        "the OpenEXR has primaries of its own (chromaticities); they are treated as those of sRGB")
    }
    self.header = header
  }

  /// Each channel is a name, a zero and 16 bytes; an empty name ends the list.
  private static func channels(_ list: [UInt8]) -> [String] {
    var names: [String] = []
    var rest = list[...]
    while let end = rest.firstIndex(of: 0), end > rest.startIndex {
      names.append(String(decoding: rest[..<end], as: UTF8.self))
      rest = rest[end...].dropFirst(17)
    }
    return names
  }

  /// Red, green, blue and white of ITU-R BT.709, within a thousandth.
  private static func isRec709(_ value: [UInt8]) -> Bool {
    guard value.count == 32 else { return true }
    let known: [Float] = [0.64, 0.33, 0.30, 0.60, 0.15, 0.06, 0.3127, 0.3290]
    return known.indices.allSatisfy {
      abs(Float(bitPattern: LittleEndian.word32(value, 4 * $0)) - known[$0]) < 0.001
    }
  }

  /// A zero-terminated text; nil at the end of the file.
  private static func text(_ reader: ByteReader) throws -> String? {
    var bytes: [UInt8] = []
    while let byte = try reader.readByte(), bytes.count <= 255 {
      if byte == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return nil
  }
}
