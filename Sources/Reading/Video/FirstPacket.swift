internal import Libav

/// Whether all packets can only be decoded behind the first, though key frames follow.
///
/// x264 made H.264 with full chroma in a way of its own before its build 151 of 2017. It names its build
/// in the first packet, and decoders that have not seen that decode the rest as others make it.
enum FirstPacket {
  private static let name = Array("x264 - core ".utf8)
  private static let firstRightBuild = 151

  static func isNeeded(_ packet: borrowing Packet, _ facts: ClipDemuxer.Facts) -> Bool {
    guard facts.codec == "h264", facts.pixelFormat.contains("444") else { return false }
    return packet.withBytes { bytes in
      guard let found = bytes.prefix(1 << 12).firstRange(of: name) else { return false }
      let digits = bytes[found.upperBound...].prefix(4).prefix { (0x30...0x39).contains($0) }
      let build = Int(String(decoding: digits, as: UTF8.self))
      return build.map { $0 < firstRightBuild } ?? false
    }
  }
}
