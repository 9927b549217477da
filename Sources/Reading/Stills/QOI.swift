internal import Raster
internal import Stages

extension InputFormat {
  /// The Quite OK Image Format (specification 1.0).
  static let qoi = coded(.qoi, by: "qoi") { head in
    head.starts(with: "qoif".utf8)
  } header: { reader in
    let head = try reader.head(14, of: .qoi)
    var header = try CodedHeader(
      .qoi, decoder: "qoi", width: Int(head.bigEndianWord32(at: 4)),
      height: Int(head.bigEndianWord32(at: 8)))
    if head[12] == 4 { header.alpha = .straight }
    let end = max(14, reader.source.byteCount - 8)
    header.lacksEnd = try reader.source.span(at: end, count: 8) != [0, 0, 0, 0, 0, 0, 0, 1]
    return header
  }
}
