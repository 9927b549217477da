/// The thresholds of an ordered dither, which repeat every 8 pixels in both directions: Bayer's,
/// shifted, transposed or negated, because tools differ in these respects.
package struct OrderedMatrix: Hashable, Sendable {
  package static let side = 8

  /// Row after row, odd, from -63 to 63; their sum is 0.
  package let thresholds: [Int8]

  /// Bayer's own matrix, made by doubling a single threshold three times.
  package static let bayer: OrderedMatrix = {
    var thresholds = [0]
    var side = 1
    while side < Self.side {
      var doubled = [Int](repeating: 0, count: 4 * side * side)
      for y in 0..<side {
        for x in 0..<side {
          let value = 4 * thresholds[y * side + x]
          let (top, bottom) = (y * 2 * side + x, (y + side) * 2 * side + x)
          doubled[top] = value
          doubled[top + side] = value + 2
          doubled[bottom] = value + 3
          doubled[bottom + side] = value + 1
        }
      }
      thresholds = doubled
      side *= 2
    }
    return OrderedMatrix(thresholds: thresholds.map { Int8(2 * $0 - 63) })
  }()

  /// The matrix at each possible offset, transposed or not, negated or not: 256 in all.
  package static let variants: [OrderedMatrix] = [bayer, bayer.transposed].flatMap { matrix in
    (0..<side * side).flatMap { place in
      let moved = matrix.moved(x: place % side, y: place / side)
      return [moved, OrderedMatrix(thresholds: moved.thresholds.map { -$0 })]
    }
  }

  /// The thresholds as numbers, four at a time.
  var groups: [SIMD4<Float>] {
    stride(from: 0, to: thresholds.count, by: 4).map { first in
      SIMD4((first..<first + 4).map { Float(thresholds[$0]) })
    }
  }

  private var transposed: OrderedMatrix {
    OrderedMatrix(
      thresholds: thresholds.indices.map { thresholds[$0 % Self.side * Self.side + $0 / Self.side] }
    )
  }

  private func moved(x: Int, y: Int) -> OrderedMatrix {
    OrderedMatrix(
      thresholds: thresholds.indices.map { index in
        let row = (index / Self.side + y) % Self.side
        return thresholds[row * Self.side + (index % Self.side + x) % Self.side]
      })
  }

  /// How well a value for each threshold follows the thresholds: from -1 to 1.
  func correlation(with values: [Double]) -> Double {
    let mean = values.reduce(0, +) / Double(values.count)
    var (product, square, own) = (0.0, 0.0, 0.0)
    for (threshold, value) in zip(thresholds, values) {
      product += Double(threshold) * (value - mean)
      square += (value - mean) * (value - mean)
      own += Double(threshold) * Double(threshold)
    }
    return square > 0 ? product / (square * own).squareRoot() : 0
  }
}
