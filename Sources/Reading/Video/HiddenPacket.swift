internal import Libav

/// Packets that show no picture: alternate references of VP8 and VP9 in separate packets, and
/// Dirac's data units between pictures.
enum HiddenPacket {
  static func isHidden(_ packet: borrowing Packet, _ facts: ClipDemuxer.Facts) -> Bool {
    switch facts.codec {
    case "vp8": packet.withBytes(isHiddenVP8)
    case "vp9": packet.withBytes(isHiddenVP9)
    case "dirac": packet.withBytes { !holdsDiracPicture($0) }
    default: false
    }
  }

  /// Each data unit names the distance to the next, and bit 3 of its code marks a picture (SMPTE ST
  /// 2042-1, 10.5).
  private static func holdsDiracPicture(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    while start + 9 <= bytes.count {
      guard bytes[start...].starts(with: "BBCD".utf8) else { return true }
      if bytes[start + 4] & 0x08 != 0 { return true }
      let distance = Int(
        UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: start + 5, as: UInt32.self)))
      if distance == 0 { return false }
      start += distance
    }
    return false
  }

  /// Bit 4 of the frame tag means that the frame is shown (RFC 6386, 9.1).
  private static func isHiddenVP8(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.first.map { $0 & 0x10 == 0 } ?? false
  }

  /// The uncompressed header (VP9 bitstream specification, 6.2): a marker, the profile, and flags
  /// for showing a frame again, for a key frame and for showing this frame.
  private static func isHiddenVP9(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let head = bytes.first, head >> 6 == 2, !holdsSeveral(bytes) else { return false }
    // Profile 3 is followed by a reserved bit.
    let shift: UInt8 = head & 0x30 == 0x30 ? 1 : 0
    let showsAgain = head & (0x08 >> shift) != 0
    return !showsAgain && head & (0x02 >> shift) == 0
  }

  /// Whether a packet ends with an index of several frames; only one of them is shown (annex B).
  private static func holdsSeveral(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let last = bytes.last, last & 0xE0 == 0xC0 else { return false }
    let count = 2 + Int(last >> 3 & 3 + 1) * Int(last & 7 + 1)
    return bytes.count >= count && bytes[bytes.count - count] == last
  }
}
