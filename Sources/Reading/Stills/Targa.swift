internal import Raster
internal import Stages

extension InputFormat {
  /// Truevision's TGA (file format specification 2.0). There is no signature, so every field of the
  /// header must be plausible.
  static let targa = coded(.targa, by: "targa") { head in
    TargaFields(head) != nil
  } header: { reader in
    guard let fields = TargaFields(try reader.head(18, of: .targa)) else {
      throw CodedHeader.malformed("the header of the Targa is invalid")
    }
    var header = try CodedHeader(
      .targa, decoder: "targa", width: fields.width, height: fields.height)
    if fields.isGray, fields.depth == 16 {
      header.hasGrayAlphaWords = true
      header.alpha = .straightUnlessZero
    } else if fields.alphaBits > 0, fields.depth == 32 || fields.mapDepth == 32 {
      header.alpha = .straightUnlessZero
    }
    return header
  }
}

/// The eighteen bytes at the start of a Targa.
private struct TargaFields {
  let width: Int
  let height: Int
  let depth: Int
  let mapDepth: Int
  let alphaBits: Int
  let isGray: Bool

  /// - Returns: nil if they are not those of a Targa.
  init?(_ head: [UInt8]) {
    guard head.count >= 18, head[17] >> 6 == 0 else { return nil }
    let (map, type) = (head[1], head[2])
    let mapFields = head[3..<8]
    width = Int(LittleEndian.word16(head, 12))
    height = Int(LittleEndian.word16(head, 14))
    depth = Int(head[16])
    mapDepth = Int(head[7])
    alphaBits = Int(head[17] & 15)
    isGray = type & 7 == 3
    guard width > 0, height > 0, alphaBits <= 8 else { return nil }
    switch type {
    case 1, 9:
      guard map == 1, depth == 8, [15, 16, 24, 32].contains(mapDepth) else { return nil }
    case 2, 10:
      // A colour map may exist without being used.
      guard map <= 1, [15, 16, 24, 32].contains(depth) else { return nil }
    case 3, 11:
      guard map == 0, depth == 8 || depth == 16 else { return nil }
    default: return nil
    }
    if map == 0, mapFields.contains(where: { $0 != 0 }) { return nil }
  }
}
