internal import CLibrary

/// Divides the symbols of a deflate stream into blocks with their own codes.
enum DeflateSplit {
  /// Symbols between two possible block ends, unless that gives too many.
  private static let leastSpacing = 512
  private static let mostPlaces = 64
  /// The estimated cost of a block's header in bits: a fixed part, and a part for each used symbol.
  private static let headerBits = 60.0
  private static let bitsPerCode = 4.2

  private static let width = DeflateSymbol.literalCount + DeflateSymbol.distanceCount

  /// The cheapest division, by entropy.
  ///
  /// - Complexity: dominated by counting the symbols, because there are few possible ends.
  static func blocks(_ symbols: [DeflateSymbol]) -> [Range<Int>] {
    let spacing = max(leastSpacing, (symbols.count + mostPlaces - 1) / mostPlaces)
    let count = (symbols.count + spacing - 1) / spacing
    guard count > 1 else { return [0..<symbols.count] }
    let sums = sums(symbols, count, spacing)
    var cost = [Double](repeating: .infinity, count: count + 1)
    var from = [Int](repeating: 0, count: count + 1)
    cost[0] = 0
    for end in 1...count {
      for start in 0..<end {
        let bits = cost[start] + bits(sums, start, end)
        if bits < cost[end] { (cost[end], from[end]) = (bits, start) }
      }
    }
    var blocks: [Range<Int>] = []
    var end = count
    while end > 0 {
      blocks.append(from[end] * spacing..<min(end * spacing, symbols.count))
      end = from[end]
    }
    return blocks.reversed()
  }

  /// For each possible end, the counts of all symbols before it.
  private static func sums(
    _ symbols: [DeflateSymbol], _ count: Int, _ spacing: Int
  ) -> [Int32] {
    var sums = [Int32](repeating: 0, count: (count + 1) * width)
    for place in 1...count {
      let base = place * width
      for at in 0..<width { sums[base + at] = sums[base - width + at] }
      for symbol in symbols[(place - 1) * spacing..<min(place * spacing, symbols.count)] {
        sums[base + symbol.literal] += 1
        if symbol.isMatch { sums[base + DeflateSymbol.literalCount + symbol.distance] += 1 }
      }
    }
    return sums
  }

  /// The approximate bits of a block, without those that are the same in every division.
  private static func bits(_ sums: [Int32], _ start: Int, _ end: Int) -> Double {
    sums.withUnsafeBufferPointer { sums in
      var total = headerBits
      for range in [0..<DeflateSymbol.literalCount, DeflateSymbol.literalCount..<width] {
        var (count, codes) = (0, 0)
        var entropy = 0.0
        for at in range {
          let number = Int(sums[end &* width &+ at] &- sums[start &* width &+ at])
          if number == 0 { continue }
          count &+= number
          codes &+= 1
          entropy -= weighted(number)
        }
        if count > 0 { total += entropy + weighted(count) + Double(codes) * bitsPerCode }
      }
      return total
    }
  }

  /// A count times its logarithm.
  @inline(__always)
  private static func weighted(_ count: Int) -> Double {
    count < known.count ? known[count] : Double(count) * log2(Double(count))
  }

  private static let known = (0..<2048).map { $0 == 0 ? 0 : Double($0) * log2(Double($0)) }
}
