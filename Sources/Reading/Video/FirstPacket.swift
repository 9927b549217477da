internal import Libav

/// Whether all packets need the first one to be decoded, even after later key frames.
///
/// Before its build 151 of 2017, x264 wrote H.264 with full chroma in a nonstandard way. It names
/// its build in the first packet. A decoder that has not read that packet decodes the rest by the
/// standard, which is wrong.
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
