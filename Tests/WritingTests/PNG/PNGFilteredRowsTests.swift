import Foundation
import TestSupport
import Testing

@testable import Raster
@testable import Writing

@Suite struct PNGFilteredRowsTests {
  /// Undoes a filter byte by byte, according to section 9.2 of the PNG specification.
  private func undone(
    _ filter: UInt8, _ differences: [UInt8], above: [UInt8], pixel: Int
  ) -> [UInt8] {
    var row: [UInt8] = []
    for (at, difference) in differences.enumerated() {
      let left = at < pixel ? 0 : Int(row[at - pixel])
      let corner = at < pixel ? 0 : Int(above[at - pixel])
      let up = Int(above[at])
      let estimate = left + up - corner
      // In a tie, the left pixel wins, then the one above.
      let nearest = [left, up, corner].min { abs(estimate - $0) < abs(estimate - $1) }!
      let predicted = [0, left, up, (left + up) / 2, nearest][Int(filter)]
      row.append(difference &+ UInt8(predicted))
    }
    return row
  }

  @Test(arguments: [PNGPixelFormat.rgba, .rgb, .grayAlpha, .gray(bits: 8), .gray(bits: 2)])
  func everyFilterCanBeUndone(format: PNGPixelFormat) {
    let size = PixelSize(width: 19, height: 40)
    let count = format.bytesPerRow(width: size.width)
    var random = SeededGenerator(seed: 11)
    var sloped: [[UInt8]] = [[UInt8](repeating: 200, count: count)]
    for y in 1..<size.height {
      // Rows for which different filters are best.
      let before = sloped[y - 1]
      var row: [UInt8] = []
      for x in 0..<count {
        let noise = UInt8.random(in: 0...3, using: &random)
        let left = x < format.bytesPerPixel ? 0 : row[x - format.bytesPerPixel]
        let corner = x < format.bytesPerPixel ? 0 : before[x - format.bytesPerPixel]
        switch y % 5 {
        case 0: row.append(.random(in: 0...255, using: &random) & 3)
        case 1: row.append(left &+ noise)
        case 2: row.append(before[x] &+ noise &+ 60)
        case 3: row.append(UInt8((Int(left) + Int(before[x])) / 2) &+ noise)
        default: row.append(left &+ before[x] &- corner &+ noise)
        }
      }
      sloped.append(row)
    }
    var used: Set<UInt8> = []
    let strategies: [PNGFilterStrategy] =
      PNGRowFilter.allCases.map { .fixed($0) } + [
        .smallestSum, .leastEntropy, .fewestPairs, .subOrUp,
      ]
    for strategy in strategies {
      let rows = PNGFilteredRows(size, format, strategy: strategy)
      for row in sloped { row.withUnsafeBytes(rows.append) }
      let bytes = Array(rows.bytes)
      #expect(bytes.count == PNGFilteredRows.byteCount(size, format))
      var above = [UInt8](repeating: 0, count: count)
      for (y, row) in sloped.enumerated() {
        let start = y * (count + 1)
        let differences = Array(bytes[(start + 1)...(start + count)])
        above = undone(bytes[start], differences, above: above, pixel: format.bytesPerPixel)
        #expect(above == row, "row \(y), \(strategy)")
        used.insert(bytes[start])
      }
    }
    if format.bitsPerPixel >= 8 { #expect(used == [0, 1, 2, 3, 4]) }
  }

  /// Each strategy, compared with its definition.
  @Test func strategiesTakeTheFilterThatTheyLikeBest() {
    let size = PixelSize(width: 37, height: 24)
    let format = PNGPixelFormat.rgb
    let count = format.bytesPerRow(width: size.width)
    var random = SeededGenerator(seed: 5)
    var picture: [[UInt8]] = []
    for y in 0..<size.height {
      var row: [UInt8] = []
      for x in 0..<count {
        let slope = UInt8(truncatingIfNeeded: x * 2 + y * 3)
        let steps = UInt8(truncatingIfNeeded: x / 9 * 40)
        row.append(y % 3 == 0 ? steps : slope &+ .random(in: 0...5, using: &random))
      }
      picture.append(row)
    }
    func all(_ strategy: PNGFilterStrategy) -> [[UInt8]] {
      let rows = PNGFilteredRows(size, format, strategy: strategy)
      for row in picture { row.withUnsafeBytes(rows.append) }
      let bytes = Array(rows.bytes)
      return (0..<size.height).map { Array(bytes[($0 * (count + 1))..<(($0 + 1) * (count + 1))]) }
    }
    func sum(_ row: ArraySlice<UInt8>) -> Double {
      row.reduce(0) { $0 + Double(abs(Int(Int8(bitPattern: $1)))) }
    }
    func entropy(_ row: ArraySlice<UInt8>) -> Double {
      Dictionary(grouping: row) { $0 }.values.reduce(0) {
        $0 - Double($1.count) * log2(Double($1.count) / Double(row.count))
      }
    }
    func pairs(_ row: ArraySlice<UInt8>) -> Double {
      Double(Set(zip([0] + row.dropLast(), row).map { Int($0) << 8 | Int($1) }).count)
    }
    let fixed = PNGRowFilter.allCases.map { all(.fixed($0)) }
    // Logarithms are interpolated linearly between powers of two.
    for (strategy, cost, slack) in [
      (PNGFilterStrategy.smallestSum, sum, 0), (.leastEntropy, entropy, 12),
      (.fewestPairs, pairs, 0),
    ] as [(PNGFilterStrategy, (ArraySlice<UInt8>) -> Double, Double)] {
      for (y, row) in all(strategy).enumerated() {
        let least = fixed.map { cost($0[y].dropFirst()) }.min()!
        #expect(cost(row.dropFirst()) <= least + slack, "row \(y), \(strategy)")
      }
    }
  }

  /// Rows of one colour differ only from the row above; other rows repeat the row above.
  @Test(arguments: [PNGPixelFormat.rgba, .rgb, .grayAlpha, .gray(bits: 8)])
  func aRowTakesSubOrUp(format: PNGPixelFormat) {
    for width in [2, 300] {
      let size = PixelSize(width: width, height: 6)
      let count = format.bytesPerRow(width: width)
      var random = SeededGenerator(seed: 3)
      let noise = (0..<count).map { _ in UInt8.random(in: 40...200, using: &random) }
      let plain = [UInt8](repeating: 90, count: count)
      let picture = [plain, noise, noise, plain, noise, noise]
      let rows = PNGFilteredRows(size, format, filter: nil)
      for row in picture { row.withUnsafeBytes(rows.append) }
      let bytes = Array(rows.bytes)
      let found = (0..<6).map { bytes[$0 * (count + 1)] }
      let (sub, up) = (PNGRowFilter.sub.rawValue, PNGRowFilter.up.rawValue)
      #expect(found[0] == sub && found[3] == sub, "\(width)")
      #expect(found[2] == up && found[5] == up, "\(width)")
    }
  }
}
