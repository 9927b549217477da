internal import Raster
internal import Stages

extension InputFormat {
  /// DirectDraw surfaces (Microsoft's `DDS_HEADER`); only the largest level is read.
  static let dds = coded(
    .dds, by: "dds", "the largest level"
  ) { head in
    head.starts(with: "DDS ".utf8)
  } header: { reader in
    let head = try reader.head(128, of: .dds)
    let shape = LittleEndian.word32(head, 112)
    if shape & 0x200 != 0 { throw CodedHeader.unsupported("a DDS that is a cube map") }
    if shape & 0x20_0000 != 0 { throw CodedHeader.unsupported("a DDS that is a volume") }
    var header = try CodedHeader(
      .dds, decoder: "dds", width: Int(LittleEndian.word32(head, 16)),
      height: Int(LittleEndian.word32(head, 12)))
    // Compressed blocks may have alpha; plain pixels declare it.
    let form = LittleEndian.word32(head, 80)
    if form & 5 != 0 { header.alpha = .straight }
    return header
  }
}
