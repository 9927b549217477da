internal import Raster
internal import Stages

extension InputFormat {
  /// Silicon Graphics images (image file format specification 1.00).
  static let sgi = coded(
    .sgi, by: "sgi", "8 and 16 bits", isConcatenated: true
  ) { head in
    head.count >= 4 && head.starts(with: [0x01, 0xDA]) && head[2] <= 1 && (1...2).contains(head[3])
  } header: { reader in
    let head = try reader.head(12, of: .sgi)
    func number(_ at: Int) -> Int { Int(head.bigEndianWord16(at: at)) }
    let channels = number(4) == 3 ? number(10) : 1
    guard [1, 3, 4].contains(channels) else {
      throw CodedHeader.unsupported("an SGI picture of \(channels) channels")
    }
    var header = try CodedHeader(
      .sgi, decoder: "sgi", width: number(6), height: number(4) == 1 ? 1 : number(8))
    header.sampleDepth = 8 * Int(head[3])
    if channels == 4 { header.alpha = .straight }
    if channels == 1 { header.samples = .gray }
    if head[2] == 0 {
      let row = header.stored.width * channels * Int(head[3])
      header.setEnd(after: 512, rowBytes: Int64(row))
    }
    return header
  }
}
