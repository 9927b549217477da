/// The two prefix codes of a deflate block, and the header that describes them (RFC 1951, 3.2.7).
struct DeflateCode {
  /// The counts of a block's symbols.
  struct Counts {
    var literals = [Int](repeating: 0, count: DeflateSymbol.literalCount)
    var distances = [Int](repeating: 0, count: DeflateSymbol.distanceCount)
    var extraBits = 0

    init(_ symbols: ArraySlice<DeflateSymbol>) {
      for symbol in symbols {
        literals[symbol.literal] += 1
        guard symbol.isMatch else { continue }
        distances[symbol.distance] += 1
        extraBits += symbol.extraBits
      }
      literals[DeflateSymbol.endOfBlock] = 1
    }
  }

  /// Bits of each code; 0 for unused symbols.
  let literals: [UInt8]
  let distances: [UInt8]
  /// The encoding of the lengths; nil for the fixed code.
  let header: DeflateHeader?
  /// The total bits of the block.
  let bitCount: Int

  /// The smallest of the tried codes.
  ///
  /// The shortest code is not the best one, because its description costs one or two bits per
  /// symbol, and less if neighbours have the same length. Therefore counts with small differences
  /// are also made equal.
  init(_ counts: Counts) {
    var best = DeflateCode(fixedFor: counts)
    for spread in [0, 1.5, 2.2, 3.2] {
      var literals = counts.literals
      var distances = counts.distances
      if spread > 0 {
        Self.smooth(&literals, spread)
        Self.smooth(&distances, spread)
      }
      let code = DeflateCode(
        PrefixLengths.best(literals, limit: 15), Self.distances(for: distances), counts)
      if code.bitCount < best.bitCount { best = code }
    }
    self = best
  }

  private init(_ literals: [UInt8], _ distances: [UInt8], _ counts: Counts) {
    self.literals = literals
    self.distances = distances
    let header = DeflateHeader(literals, distances)
    self.header = header
    bitCount = 3 + header.bitCount + counts.bits(literals, distances)
  }

  private init(fixedFor counts: Counts) {
    literals = Self.fixedLiterals
    distances = Self.fixedDistances
    header = nil
    bitCount = 3 + counts.bits(literals, distances)
  }

  /// At least two codes, because some old decoders refuse fewer.
  private static func distances(for counts: [Int]) -> [UInt8] {
    var counts = counts
    for code in 0..<2 where counts.filter({ $0 > 0 }).count < 2 { counts[code] += 1 }
    return PrefixLengths.best(counts, limit: 15)
  }

  /// Equalizes counts in runs of at least four in which they differ by less than the expected
  /// random variation times `spread`.
  private static func smooth(_ counts: inout [Int], _ spread: Double) {
    let end = (counts.lastIndex { $0 > 0 } ?? -1) + 1
    var start = 0
    while start < end {
      var (low, high, sum) = (counts[start], counts[start], counts[start])
      var next = start + 1
      while next < end {
        let count = counts[next]
        let mean = Double(sum + count) / Double(next - start + 1)
        if Double(max(high, count) - min(low, count)) > spread * (1 + mean).squareRoot() { break }
        (low, high, sum) = (min(low, count), max(high, count), sum + count)
        next += 1
      }
      if next - start >= 4, high > low {
        let length = next - start
        let mean = max(1, (sum + length / 2) / length)
        for at in start..<next { counts[at] = mean }
      }
      start = next
    }
  }

  /// The order of the code lengths in the header's own code.
  static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  /// With two unused symbols that take codes from the others (RFC 1951, 3.2.6).
  static let fixedLiterals =
    [UInt8](repeating: 8, count: 144) + [UInt8](repeating: 9, count: 112)
    + [UInt8](repeating: 7, count: 24) + [UInt8](repeating: 8, count: 8)
  static let fixedDistances = [UInt8](repeating: 5, count: DeflateSymbol.distanceCount)

  /// The codes of lengths, their first bit in the lowest place, as they are written (RFC 1951, 3.2.2).
  static func codes(_ lengths: [UInt8]) -> [UInt16] {
    var next = [Int](repeating: 0, count: 17)
    for length in lengths where length > 0 { next[Int(length) + 1] += 1 }
    for length in 1...15 { next[length + 1] = (next[length] + next[length + 1]) << 1 }
    return lengths.map { length in
      if length == 0 { return 0 }
      defer { next[Int(length)] += 1 }
      let code = UInt16(truncatingIfNeeded: next[Int(length)])
      return code.reversedBits >> (16 - UInt16(length))
    }
  }
}

extension DeflateCode.Counts {
  /// Bits of all symbols with a code.
  fileprivate func bits(_ literals: [UInt8], _ distances: [UInt8]) -> Int {
    var bits = extraBits
    for at in self.literals.indices { bits += self.literals[at] * Int(literals[at]) }
    for at in self.distances.indices { bits += self.distances[at] * Int(distances[at]) }
    return bits
  }
}

extension UInt16 {
  fileprivate var reversedBits: UInt16 {
    var bits = self
    bits = bits >> 1 & 0x5555 | (bits & 0x5555) << 1
    bits = bits >> 2 & 0x3333 | (bits & 0x3333) << 2
    bits = bits >> 4 & 0x0f0f | (bits & 0x0f0f) << 4
    return bits.byteSwapped
  }
}
