/// How the filter of each row is chosen (PNG specification, section 12.7 proposes the first of the
/// measures and no other).
///
/// No measure is best for every picture, and none says what deflate will make of the rows: try
/// several, and keep the smallest stream.
enum PNGFilterStrategy: Hashable {
  /// The same filter for every row.
  case fixed(PNGRowFilter)
  /// The filter whose differences, taken as signed, have the smallest sum of magnitudes.
  case smallestSum
  /// The filter whose differences need the fewest bits when each byte is coded by how often it is in
  /// the row: for photographs.
  case leastEntropy
  /// The filter that leaves the fewest different pairs of neighbouring bytes: for drawings, whose
  /// strings repeat.
  case fewestPairs

  init(_ choice: PNGWritingOptions.FilterChoice) {
    self =
      switch choice {
      case .unfiltered: .fixed(.none)
      case .sub: .fixed(.sub)
      case .up: .fixed(.up)
      case .adaptive: .smallestSum
      }
  }
}

/// Weighs filtered rows; keeps its tables between them.
struct PNGRowMeasure {
  private var counts = [Int32](repeating: 0, count: 256)
  private var pairs = [UInt64](repeating: 0, count: 65_536 / 64)

  /// What a row costs by a strategy that chooses; less is better.
  mutating func cost(
    _ row: UnsafePointer<UInt8>, count: Int, by strategy: PNGFilterStrategy
  ) -> Int {
    switch strategy {
    case .fixed: 0
    case .smallestSum: sum(row, count)
    case .leastEntropy: entropy(row, count)
    case .fewestPairs: pairCount(row, count)
    }
  }

  private func sum(_ row: UnsafePointer<UInt8>, _ count: Int) -> Int {
    var sum = 0
    for index in 0..<count { sum += Int(Int8(bitPattern: row[index]).magnitude) }
    return sum
  }

  private mutating func entropy(_ row: UnsafePointer<UInt8>, _ count: Int) -> Int {
    for value in 0..<256 { counts[value] = 0 }
    for index in 0..<count { counts[Int(row[index])] &+= 1 }
    // The bits of all bytes are n log n of their number less the sum of n log n of each value's.
    var told = 0
    for value in 0..<256 where counts[value] > 1 {
      told &+= Self.timesItsLogarithm(Int(counts[value]))
    }
    return -told
  }

  /// `n` times its logarithm to the base of 2, in 1/65,536ths: whole numbers, so that every machine
  /// chooses alike. Between powers of 2 the logarithm is taken as straight, which is at most 0.09 off.
  private static func timesItsLogarithm(_ n: Int) -> Int {
    let whole = Int.bitWidth - 1 - n.leadingZeroBitCount
    let fraction = ((n - (1 << whole)) << 16) >> whole
    return n * ((whole << 16) + fraction)
  }

  private mutating func pairCount(_ row: UnsafePointer<UInt8>, _ count: Int) -> Int {
    for index in pairs.indices { pairs[index] = 0 }
    var found = 0
    var last = 0
    for index in 0..<count {
      let pair = last << 8 | Int(row[index])
      last = Int(row[index])
      let bit: UInt64 = 1 << UInt64(pair & 63)
      if pairs[pair >> 6] & bit == 0 {
        pairs[pair >> 6] |= bit
        found += 1
      }
    }
    return found
  }
}
