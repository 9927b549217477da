/// What was probably meant by a name that does not exist.
public enum NearestName {
  /// The candidate with the fewest edits, at most two and fewer than the word is long; the first of
  /// equals.
  ///
  /// - Complexity: O(candidates x letters²).
  public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let best = candidates.lazy.map { ($0, distance($0, word)) }.min { $0.1 < $1.1 }
    return best.flatMap { $0.1 <= 2 && $0.1 < word.count ? $0.0 : nil }
  }

  /// How many letters must be inserted, removed or replaced (Levenshtein).
  public static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a), Array(b))
    var row = Array(0...b.count)
    for (i, x) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, y) in b.enumerated() {
        let replaced = diagonal + (x == y ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
      }
    }
    return row[b.count]
  }
}
