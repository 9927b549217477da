/// The encoding of a block's code lengths: a separate code with symbols for repetitions (RFC 1951,
/// 3.2.7).
struct DeflateHeader {
  /// A length, 0 to 15, or a repeat, 16 to 18, with its extra bits.
  struct Part {
    var symbol: Int
    var extra = 0
  }

  let literalCount: Int
  let distanceCount: Int
  let parts: [Part]
  /// Bits of the code of each part.
  let lengths: [UInt8]
  /// The number of encoded lengths.
  let orderCount: Int
  let bitCount: Int

  /// The smallest header with or without each kind of repetition.
  init(_ literals: [UInt8], _ distances: [UInt8]) {
    literalCount = max(257, (literals.lastIndex { $0 > 0 } ?? 0) + 1)
    distanceCount = max(1, (distances.lastIndex { $0 > 0 } ?? 0) + 1)
    let all = Array(literals[..<literalCount] + distances[..<distanceCount])
    var best: (parts: [Part], lengths: [UInt8], orderCount: Int, bitCount: Int)?
    for kinds in 0..<8 {
      let parts = Self.parts(all, copies: kinds & 1 > 0, zeros: kinds & 2 > 0, many: kinds & 4 > 0)
      var counts = [Int](repeating: 0, count: 19)
      for part in parts { counts[part.symbol] += 1 }
      // Decoders refuse a code with a single symbol.
      if counts.filter({ $0 > 0 }).count < 2 { counts[counts[0] > 0 ? 1 : 0] += 1 }
      let lengths = PrefixLengths.best(counts, limit: 7)
      let orderCount = max(4, (DeflateCode.order.lastIndex { lengths[$0] > 0 } ?? 0) + 1)
      var bits = 14 + 3 * orderCount
      for part in parts { bits += Int(lengths[part.symbol]) + Self.extraBits(part.symbol) }
      if bits < best?.bitCount ?? .max { best = (parts, lengths, orderCount, bits) }
    }
    (parts, lengths, orderCount, bitCount) = best!
  }

  static func extraBits(_ symbol: Int) -> Int { symbol < 16 ? 0 : [2, 3, 7][symbol - 16] }

  /// - Parameters:
  ///   - copies: whether one symbol may repeat a length 3 to 6 times.
  ///   - zeros: likewise 3 to 10 zeros.
  ///   - many: likewise 11 to 138 zeros.
  private static func parts(_ all: [UInt8], copies: Bool, zeros: Bool, many: Bool) -> [Part] {
    var parts: [Part] = []
    func append(_ symbol: Int, _ range: ClosedRange<Int>, _ count: inout Int) {
      while count >= range.lowerBound {
        let taken = min(count, range.upperBound)
        parts.append(Part(symbol: symbol, extra: taken - range.lowerBound))
        count -= taken
      }
    }
    var start = 0
    while start < all.count {
      let length = all[start]
      var end = start + 1
      while end < all.count, all[end] == length { end += 1 }
      var count = end - start
      if length == 0 {
        if many { append(18, 11...138, &count) }
        if zeros { append(17, 3...10, &count) }
      } else if copies, count > 3 {
        parts.append(Part(symbol: Int(length)))
        count -= 1
        append(16, 3...6, &count)
      }
      for _ in 0..<count { parts.append(Part(symbol: Int(length))) }
      start = end
    }
    return parts
  }
}
