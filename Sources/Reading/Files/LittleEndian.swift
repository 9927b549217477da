/// Little-endian numbers of more than one byte.
enum LittleEndian {
  static func word16(_ bytes: [UInt8], _ at: Int) -> UInt32 {
    UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8
  }

  static func word24(_ bytes: [UInt8], _ at: Int) -> UInt32 {
    word16(bytes, at) | UInt32(bytes[at + 2]) << 16
  }

  static func word32(_ bytes: [UInt8], _ at: Int) -> UInt32 {
    word24(bytes, at) | UInt32(bytes[at + 3]) << 24
  }
}
