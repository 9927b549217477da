/// The division of a duration that is too long for one frame of a format: several frames in a row.
package struct DurationParts: Hashable, Sendable {
  /// The longest duration of one frame, in ticks.
  package let most: Int64
  /// The duration of each part except the last; at most ``most``.
  package let usual: Int64

  package init(most: Int64, usual: Int64) {
    self.most = most
    self.usual = usual
  }

  /// - Parameter ticks: at least 1.
  package func count(of ticks: Int64) -> Int {
    ticks <= most ? 1 : Int((ticks - most - 1) / usual) + 2
  }

  /// The number of parts of all durations.
  package func count(of durations: some Sequence<Int64>) -> Int {
    durations.reduce(0) { $0 + count(of: $1) }
  }

  /// - Parameter ticks: at least 1.
  package func parts(of ticks: Int64) -> [Int64] {
    let whole = count(of: ticks) - 1
    return Array(repeating: usual, count: whole) + [ticks - Int64(whole) * usual]
  }
}
