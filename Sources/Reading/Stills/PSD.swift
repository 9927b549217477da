internal import Raster
internal import Stages

extension InputFormat {
  /// Photoshop documents (Adobe Photoshop File Formats Specification, 2019); only the
  /// merged image is read.
  static let psd = coded(
    .psd, by: "psd", "the merged picture",
    rewriting: { still, source in PSDRows.plain(try still.wholeFile(source)) }
  ) { head in
    head.starts(with: "8BPS".utf8)
  } header: { reader in
    let head = try reader.head(26, of: .psd)
    guard head.bigEndianWord16(at: 4) == 1 else {
      throw CodedHeader.unsupported("a Photoshop document of the large kind (PSB)")
    }
    let channels = Int(head.bigEndianWord16(at: 12))
    let depth = head.bigEndianWord16(at: 22)
    let mode = head.bigEndianWord16(at: 24)
    // Bitmap, grey, indexed, RGB and duotone.
    guard [0, 1, 2, 3, 8].contains(mode), depth <= 16 else {
      let names: [UInt16: String] = [4: "in CMYK", 7: "of several channels", 9: "in Lab"]
      throw CodedHeader.unsupported(
        "a Photoshop document \(names[mode] ?? "of \(depth) bits a sample")")
    }
    var header = try CodedHeader(
      .psd, decoder: "psd", width: Int(head.bigEndianWord32(at: 18)),
      height: Int(head.bigEndianWord32(at: 14)))
    header.isDocument = true
    header.sampleDepth = max(8, Int(depth))
    // The rows once more, unpacked.
    header.decodingBytesPerPixel = 32
    if mode == 3, channels > 3 { header.alpha = .straight }
    if mode == 1 || mode == 8 { header.samples = .gray }
    if mode == 1, channels > 1 { header.alpha = .straight }
    header.profile = try PSDResources.profile(reader)
    return header
  }
}

/// The blocks between the header of a Photoshop document and its layers.
private enum PSDResources {
  /// The ICC profile (image resource 1039).
  static func profile(_ reader: ByteReader) throws -> ICCProfile? {
    reader.seek(to: 26)
    guard let palette = try reader.read(4),
      try reader.skip(Int(palette.bigEndianWord32(at: 0))) >= 0,
      let length = try reader.read(4)
    else { return nil }
    let end = reader.position + Int64(length.bigEndianWord32(at: 0))
    while reader.position + 12 <= min(end, reader.source.byteCount) {
      guard let head = try reader.read(7), head.starts(with: "8BIM".utf8) else { return nil }
      // A Pascal string, padded to an even length with its count.
      _ = try reader.skip(Int(head[6]) | 1)
      guard let size = try reader.read(4) else { return nil }
      let count = Int(size.bigEndianWord32(at: 0))
      if head.bigEndianWord16(at: 4) == 1039, count <= ReadingLimits().maxMetadataChunkBytes {
        return try reader.read(count).flatMap { ICCProfile($0) }
      }
      _ = try reader.skip(count + count % 2)
    }
    return nil
  }
}
