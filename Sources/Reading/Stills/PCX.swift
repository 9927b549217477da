internal import Raster
internal import Stages

extension InputFormat {
  /// ZSoft's PCX (technical reference manual, revision 5).
  static let pcx = coded(.pcx, by: "pcx") { head in
    head.count >= 4 && head[0] == 10 && [0, 2, 3, 4, 5].contains(head[1]) && head[2] == 1
      && [1, 2, 4, 8].contains(head[3])
  } header: { reader in
    let head = try reader.head(128, of: .pcx)
    func number(_ at: Int) -> Int { Int(LittleEndian.word16(head, at)) }
    return try CodedHeader(
      .pcx, decoder: "pcx", width: number(8) - number(4) + 1, height: number(10) - number(6) + 1)
  }
}
