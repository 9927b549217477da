/// The bits of a NAL unit (ITU-T H.264, 7.3.1; ITU-T H.265, 7.3.1.1), the highest bit of the first byte first.
struct UnitBits {
  private let data: [UInt8]
  private var position = 0

  /// - Parameter bytes: as stored: bytes that prevent start codes (3 after two zeros) are not data.
  init(_ bytes: some Sequence<UInt8>) {
    var data: [UInt8] = []
    var zeros = 0
    for byte in bytes {
      if zeros == 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      data.append(byte)
    }
    self.data = data
  }

  /// Nil at the end.
  mutating func bit() -> Int? {
    guard position / 8 < data.count else { return nil }
    defer { position += 1 }
    return Int(data[position / 8] >> (7 - position % 8) & 1)
  }

  /// A number of this many bits; nil at the end.
  mutating func bits(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let bit = bit() else { return nil }
      value = value << 1 | bit
    }
    return value
  }

  /// Skips bits; if there are not that many, the next bit is nil.
  mutating func skip(_ count: Int) { position = min(position + count, data.count * 8) }

  /// An Exp-Golomb code of at most 31 bits (ITU-T H.264, 9.1); nil if there is none.
  mutating func number() -> Int? {
    var zeros = 0
    while true {
      guard let bit = bit() else { return nil }
      if bit == 1 { break }
      zeros += 1
      if zeros > 30 { return nil }
    }
    var value = 1
    for _ in 0..<zeros {
      guard let bit = bit() else { return nil }
      value = value << 1 | bit
    }
    return value - 1
  }
}
