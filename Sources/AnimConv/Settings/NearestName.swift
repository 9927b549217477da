/// Suggests a name for one that does not exist.
package enum NearestName {
  /// The candidate with the fewest edits, at most two and fewer than the length of the word; the
  /// first if several are equal.
  ///
  /// - Complexity: O(candidates x letters²).
  package static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let best = candidates.lazy.map { ($0, distance($0, word)) }.min { $0.1 < $1.1 }
    return best.flatMap { $0.1 <= 2 && $0.1 < word.count ? $0.0 : nil }
  }

  /// The candidate of ``nearest(to:among:)``, or the first one that starts with a similar word:
  /// `telegrm` for `telegram-emoji`.
  package static func nearestOrBeginning(
    to word: String, among candidates: some Sequence<String>
  ) -> String? {
    if let nearest = nearest(to: word, among: candidates) { return nearest }
    if word.count < 4 { return nil }
    return candidates.first { candidate in
      let start = candidate.prefix { $0 != "-" }
      return start.count < candidate.count && distance(String(start), word) <= 2
    }
  }

  /// The number of letters that must be inserted, removed, replaced or swapped with their neighbour
  /// (optimal string alignment).
  package static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a), Array(b))
    var before: [Int] = []
    var row = Array(0...b.count)
    for i in a.indices {
      var next = [i + 1]
      for j in b.indices {
        var edits = min(row[j] + (a[i] == b[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          edits = min(edits, before[j - 1] + 1)
        }
        next.append(edits)
      }
      (before, row) = (row, next)
    }
    return row[b.count]
  }
}
