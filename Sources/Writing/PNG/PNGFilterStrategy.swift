/// How the filter of each row is chosen (PNG specification, section 12.7 suggests only the first of
/// these measures).
///
/// No measure is best for every image, and none predicts deflate's result: try several, and keep
/// the smallest stream.
enum PNGFilterStrategy: Hashable {
  /// The same filter for every row.
  case fixed(PNGRowFilter)
  /// Sub or up, whichever has the smaller sum of magnitudes in a quarter of the row. Sub must be a
  /// tenth better, because rows with the same filter repeat more. At level 1, photographs and videos
  /// have 1 to 20 % fewer bytes than with sub for every row, in the same time.
  case subOrUp
  /// The filter whose signed differences have the smallest sum of magnitudes.
  case smallestSum
  /// The filter whose differences have the lowest entropy within the row: for photographs.
  case leastEntropy
  /// The filter with the fewest different pairs of neighbouring bytes: for drawings, whose strings
  /// repeat.
  case fewestPairs

  /// The choice for pictures in memory that are compressed fast.
  ///
  /// - Parameter choice: nil for the format's default.
  init(_ choice: PNGWritingOptions.FilterChoice?, for format: PNGPixelFormat) {
    self =
      choice == nil && format.usualFilter == .sub
      ? .subOrUp : PNGFilterStrategy(choice ?? format.usualFilter)
  }

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

/// Rates filtered rows; keeps its tables between them.
struct PNGRowMeasure {
  private var counts = [Int32](repeating: 0, count: 256)
  private var pairs = [UInt64](repeating: 0, count: 65_536 / 64)

  /// The cost of a row under a strategy that chooses; lower is better.
  mutating func cost(
    _ row: UnsafePointer<UInt8>, count: Int, by strategy: PNGFilterStrategy
  ) -> Int {
    switch strategy {
    case .fixed, .subOrUp: 0
    case .smallestSum: sum(row, count)
    case .leastEntropy: entropy(row, count)
    case .fewestPairs: pairCount(row, count)
    }
  }

  /// The filter for a row by ``PNGFilterStrategy/subOrUp``.
  ///
  /// - Parameters:
  ///   - above: the previous row.
  ///   - pixel: bytes from a sample to the same sample of the previous pixel.
  static func subOrUp(
    _ row: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, count: Int, pixel: Int
  ) -> PNGRowFilter {
    var (sub, up) = (0, 0)
    for start in stride(from: pixel, to: count, by: 192) {
      for at in start..<min(start + 48, count) {
        sub += Int(Int8(bitPattern: row[at] &- row[at - pixel]).magnitude)
        up += Int(Int8(bitPattern: row[at] &- above[at]).magnitude)
      }
    }
    return sub * 10 < up * 9 ? .sub : .up
  }

  private func sum(_ row: UnsafePointer<UInt8>, _ count: Int) -> Int {
    var sum = 0
    for index in 0..<count { sum += Int(Int8(bitPattern: row[index]).magnitude) }
    return sum
  }

  private mutating func entropy(_ row: UnsafePointer<UInt8>, _ count: Int) -> Int {
    for value in 0..<256 { counts[value] = 0 }
    for index in 0..<count { counts[Int(row[index])] &+= 1 }
    // The number of bits of all bytes is n log n for their number, minus the sum of n log n for the
    // number of each value.
    var told = 0
    for value in 0..<256 where counts[value] > 1 {
      told &+= Self.timesItsLogarithm(Int(counts[value]))
    }
    return -told
  }

  /// `n` times its binary logarithm, in units of 1/65,536: integers, so that every machine chooses
  /// the same. Between powers of 2 the logarithm is linearly interpolated, with an error of at most
  /// 0.09.
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
