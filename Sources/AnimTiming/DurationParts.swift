/// How a duration that a format cannot say at once is stored: as several that follow each other.
package struct DurationParts: Hashable, Sendable {
  /// What one says at most, in ticks.
  package let most: Int64
  /// What all but the last say when there are several; no more than ``most``.
  package let usual: Int64

  package init(most: Int64, usual: Int64) {
    self.most = most
    self.usual = usual
  }

  /// - Parameter ticks: at least 1.
  package func count(of ticks: Int64) -> Int {
    ticks <= most ? 1 : Int((ticks - most - 1) / usual) + 2
  }

  /// - Parameter ticks: at least 1.
  package func parts(of ticks: Int64) -> [Int64] {
    let whole = count(of: ticks) - 1
    return Array(repeating: usual, count: whole) + [ticks - Int64(whole) * usual]
  }
}
