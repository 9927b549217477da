/// Why one chunk of an Aseprite file is skipped; the chunks after it are still read.
enum AsepriteFault: Error {
  /// It ends before its last field.
  case short
  /// A sentence part: "a cel lies on layer 7, but there are 2".
  case unusable(String)
}

/// Reads the fields of one chunk, and nothing beyond its end.
struct AsepriteFields {
  let reader: ByteReader
  /// The offset after the chunk's last byte, or after the file's last byte if that comes first.
  let end: Int64

  /// The number of unread bytes.
  var left: Int { Int(max(0, end - reader.position)) }

  func byte() throws -> Int {
    guard left > 0, let byte = try reader.readByte() else { throw AsepriteFault.short }
    return Int(byte)
  }

  func word() throws -> Int {
    let low = try byte()
    return try low | byte() << 8
  }

  func signedWord() throws -> Int16 { Int16(truncatingIfNeeded: try word()) }

  func double() throws -> Int {
    let low = try word()
    return try low | word() << 16
  }

  func skip(_ count: Int) throws {
    guard count <= left else { throw AsepriteFault.short }
    guard try reader.skip(count) == count else { throw AsepriteFault.short }
  }

  func bytes(_ count: Int) throws -> [UInt8] {
    guard count <= left, let bytes = try reader.read(count) else { throw AsepriteFault.short }
    return bytes
  }

  /// A two-byte length and that much UTF-8; invalid bytes are replaced.
  func text() throws -> String { String(decoding: try bytes(word()), as: UTF8.self) }

  /// The unread rest up to the end.
  func rest(isCompressed: Bool) -> AsepriteStored {
    AsepriteStored(offset: reader.position, byteCount: left, isCompressed: isCompressed)
  }
}
