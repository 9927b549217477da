internal import Raster
internal import Stages

extension InputFormat {
  /// Photoshop documents (Adobe Photoshop File Formats Specification, 2019); only the
  /// merged image is read.
  static let psd = coded(
    .psd, by: "psd", "the merged picture",
    rewriting: { still, source in
      PSDRows.plain(try still.wholeFile(source), hasAlpha: try PSD(ByteReader(source)).hasAlpha)
    }
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
    if mode == 1 || mode == 8 { header.samples = .gray }
    let document = try PSD(reader)
    if document.hasAlpha { header.alpha = .straight }
    let masks = channels - PSD.colors(mode) - (document.hasAlpha ? 1 : 0)
    if masks > 0 {
      header.colorNotes.append(
        masks == 1
          ? "one channel is left out: the document does not store it as transparency"
          : "\(masks) channels are left out: the document does not store them as transparency")
    }
    header.profile = document.profile
    return header
  }
}

/// What a Photoshop document stores between its header and its merged picture.
struct PSD {
  /// The ICC profile (image resource 1039).
  private(set) var profile: ICCProfile?
  /// Whether the first channel after the colours is the transparency of the merged picture: the
  /// number of layers is negative, or a block says so where layers have 16 or 32 bits.
  private(set) var hasAlpha = false

  /// The channels of colours, of those that are supported.
  static func colors(_ mode: UInt16) -> Int { mode == 3 ? 3 : 1 }

  /// Reads the sections after the header. What is cut off counts as missing.
  ///
  /// - Throws: any error of reading.
  init(_ reader: ByteReader) throws {
    reader.seek(to: 12)
    guard let head = try reader.read(14), let palette = try reader.read(4) else { return }
    let channels = Int(head.bigEndianWord16(at: 0))
    let mode = head.bigEndianWord16(at: 12)
    reader.seek(to: reader.position + Int64(palette.bigEndianWord32(at: 0)))
    guard let resources = try reader.read(4) else { return }
    let end = reader.position + Int64(resources.bigEndianWord32(at: 0))
    profile = try Self.profile(reader, before: end)
    // Duotones have no transparency, as FFmpeg decodes them.
    guard mode == 1 || mode == 3, channels > Self.colors(mode) else { return }
    reader.seek(to: end)
    hasAlpha = try Self.hasMergedTransparency(reader)
  }

  private static func profile(_ reader: ByteReader, before end: Int64) throws -> ICCProfile? {
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

  /// Reads the section of layers: a list of layers, a mask, and blocks.
  private static func hasMergedTransparency(_ reader: ByteReader) throws -> Bool {
    guard let section = try reader.read(4) else { return false }
    let end = reader.position + Int64(section.bigEndianWord32(at: 0))
    guard end - reader.position >= 4, let list = try reader.read(4) else { return false }
    let layers = Int64(list.bigEndianWord32(at: 0))
    let afterLayers = reader.position + layers
    if layers >= 2 {
      guard let count = try reader.read(2) else { return false }
      if count.bigEndianWord16(at: 0) & 0x8000 != 0 { return true }
    }
    reader.seek(to: afterLayers)
    guard afterLayers + 4 <= end, let mask = try reader.read(4) else { return false }
    reader.seek(to: reader.position + Int64(mask.bigEndianWord32(at: 0)))
    // A signature, a key and a length, which counts in steps of 4.
    while reader.position + 12 <= end, let head = try reader.read(12), head.starts(with: "8B".utf8)
    {
      let length = Int64(head.bigEndianWord32(at: 8))
      let next = reader.position + (length + 3) / 4 * 4
      switch String(decoding: head[4..<8], as: UTF8.self) {
      case "Mtrn", "Mt16", "Mt32": return true
      case "Lr16" where length >= 2, "Lr32" where length >= 2:
        guard let count = try reader.read(2) else { return false }
        if count.bigEndianWord16(at: 0) & 0x8000 != 0 { return true }
      default: break
      }
      reader.seek(to: next)
    }
    return false
  }
}
