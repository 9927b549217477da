/// The first bytes of files that name no other files.
enum MediaBeginning {
  /// The number of bytes that is sufficient.
  static let length = 12

  private static let beginnings: [[UInt8]] = [
    Array("GIF8".utf8), [0x89, 0x50, 0x4E, 0x47], Array("RIFF".utf8), [0xFF, 0xD8],
    [0x1A, 0x45, 0xDF, 0xA3], Array("PK\u{3}\u{4}".utf8), Array("FLV\u{1}".utf8),
    [0xFF, 0x0A], [0, 0, 0, 0x0C], Array("8BPS".utf8), Array("OggS".utf8), Array("qoif".utf8),
    [0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A],
    [0x1F, 0x8B, 8],
  ]

  static func isMedia(_ bytes: [UInt8]) -> Bool {
    // An MP4 begins with the length of a box, and an Aseprite file with its own length.
    beginnings.contains(where: bytes.starts)
      || bytes.dropFirst(4).starts(with: "ftyp".utf8)
      || bytes.dropFirst(4).starts(with: [0xE0, 0xA5])
  }
}
