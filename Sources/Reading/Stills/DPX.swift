internal import Raster
internal import Stages

extension InputFormat {
  /// Digital Picture Exchange (SMPTE ST 268-1).
  static let dpx = coded(
    .dpx, by: "dpx", "8 to 16 bits"
  ) { head in
    head.starts(with: "SDPX".utf8) || head.starts(with: "XPDS".utf8)
  } header: { reader in
    let head = try reader.head(804, of: .dpx)
    let isLittle = head[0] == UInt8(ascii: "X")
    func number(_ at: Int) -> Int {
      Int(isLittle ? LittleEndian.word32(head, at) : head.bigEndianWord32(at: at))
    }
    var header = try CodedHeader(.dpx, decoder: "dpx", width: number(772), height: number(776))
    header.sampleDepth = max(8, min(16, Int(head[803])))
    // The descriptor of the first element: luma, and colours with alpha.
    if head[800] == 6 { header.samples = .gray }
    if head[800] == 51 || head[800] == 52 { header.alpha = .straight }
    switch head[801] {
    case 1, 3:
      header.colorNotes.append(
        "the samples of the DPX are logarithmic (\(head[801] == 1 ? "printing density" : "log")); they "
          + "are shown as they are stored")
    default: break
    }
    return header
  }
}
