/// Finds missing numbers in a sequence of frames.
///
/// A constant step is not a gap: 0, 2, 4, 6 is complete. The step is the greatest common divisor of
/// the distances, so every number of the sequence is on it.
package struct FrameNumbering: Hashable, Sendable {
  /// The first number.
  let first: Int
  /// The last number.
  let last: Int
  /// The step; 1 for a single frame.
  package let stride: Int
  /// The missing numbers between the first and the last, in order.
  package let gaps: [Gap]

  /// Consecutive missing numbers.
  package struct Gap: Hashable, Sendable, CustomStringConvertible {
    let first: Int
    let last: Int
    /// The number of missing numbers.
    let count: Int

    /// `4`, or `6-7` for several.
    package var description: String { first == last ? "\(first)" : "\(first)-\(last)" }
  }

  /// - Parameter numbers: not negative, in any order; repetitions count once.
  /// - Returns: nil without numbers.
  package init?(_ numbers: [Int]) {
    let sorted = Set(numbers).sorted()
    guard let first = sorted.first, let last = sorted.last else { return nil }
    let distances = zip(sorted.dropFirst(), sorted).map { $0 - $1 }
    var stride = 0
    for distance in distances {
      var (a, b) = (stride, distance)
      while b != 0 { (a, b) = (b, a % b) }
      stride = a
    }
    self.first = first
    self.last = last
    self.stride = max(1, stride)
    gaps = zip(sorted, distances).compactMap { [stride] number, distance in
      guard distance > stride else { return nil }
      return Gap(
        first: number + stride, last: number + distance - stride, count: distance / stride - 1)
    }
  }

  /// The number of missing frames.
  package var missingCount: Int { gaps.reduce(0) { $0 + $1.count } }

  /// The missing numbers as text, at most 20 items: `4, 6-7`.
  package var missingDescription: String {
    let pieces = gaps.prefix(20).map(\.description).joined(separator: ", ")
    return gaps.count > 20 ? pieces + ", …" : pieces
  }
}
