import TestSupport
import Testing

@testable import AnimConv

@Suite struct SizeSearchTests {
  /// Runs a search over files of these sizes.
  ///
  /// - Returns: the choices that were found, and how many tries it took.
  private func run(
    _ counts: [Int], limit: Int, size: ([Int]) -> Int
  ) -> (found: [Int]?, tries: Int) {
    var search = SizeSearch(counts: counts)
    var found: [Int]?
    var tries = 0
    while let choices = search.next {
      tries += 1
      let fits = size(choices) <= limit
      #expect(search.note(fits: fits) == fits)
      if fits { found = choices }
    }
    #expect(search.hasFailed == (found == nil))
    return (found, tries)
  }

  /// The slow obvious version, for sizes that shrink from choice to choice: the first axis that
  /// suffices at its worst, at its best choice that fits.
  private func slow(_ counts: [Int], limit: Int, size: ([Int]) -> Int) -> [Int]? {
    let none = counts.map { _ in 0 }
    if size(none) <= limit { return none }
    for axis in counts.indices {
      for choice in 1..<max(2, counts[axis]) where choice < counts[axis] {
        let choices = counts.indices.map { $0 < axis ? counts[$0] - 1 : $0 == axis ? choice : 0 }
        if size(choices) <= limit { return choices }
      }
    }
    return nil
  }

  @Test func findsTheSameAsTryingEverything() {
    for counts in [[1], [2], [3], [9], [2, 1, 5], [1, 1], [21, 9, 4], [4, 1, 3]] {
      // Each choice costs a quarter of what is left, in integers that differ.
      func size(_ choices: [Int]) -> Int {
        1_000_000 - choices.enumerated().reduce(0) { $0 + $1.element * (1000 + 37 * $1.offset) }
      }
      let sizes = (0...60_000).lazy.map { 1_000_001 - $0 * 1 }
      for limit in stride(from: sizes.last!, through: 1_000_001, by: 997) {
        let result = run(counts, limit: limit, size: size)
        #expect(result.found == slow(counts, limit: limit, size: size), "\(counts) \(limit)")
        let bound = counts.reduce(1) { sum, count in
          sum + (count > 1 ? 1 + Int.bitWidth - (count - 1).leadingZeroBitCount : 0)
        }
        #expect(result.tries <= bound, "\(counts) \(limit): \(result.tries)")
      }
    }
  }

  @Test func whatIsFoundFitsEvenIfSizesJump() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let counts = (0..<3).map { _ in Int.random(in: 1...9, using: &generator) }
      var sizes: [[Int]: Int] = [:]
      func size(_ choices: [Int]) -> Int {
        if let size = sizes[choices] { return size }
        sizes[choices] = Int.random(in: 0..<100, using: &generator)
        return sizes[choices]!
      }
      let result = run(counts, limit: 20, size: size)
      if let found = result.found { #expect(size(found) <= 20) }
    }
  }

  static let texts: [(text: String, bytes: Int64?)] = [
    ("1", 1), ("262144", 262_144), ("256KiB", 262_144), ("256Ki", 262_144), ("256k", 256_000),
    ("256kB", 256_000), ("256K", 256_000), ("1.5M", 1_500_000), ("1.5MiB", 1_572_864),
    ("2G", 2_000_000_000), ("0.5k", 500), ("100B", 100), ("1e3", 1000),
    ("", nil), ("0", nil), ("-5", nil), ("k", nil), ("5i", nil), ("5iB", nil), ("5X", nil),
    ("1.2.3k", nil), ("2000G", nil), ("99999999999999999999", nil),
  ]

  @Test(arguments: texts)
  func bytesAreReadWithUnits(text: String, bytes: Int64?) {
    #expect(SizeTarget.bytes(parsing: text) == bytes)
  }

  @Test func stepsAreReadInOrder() {
    #expect(SizeTarget.steps(parsing: "rate,quality") == [.rate, .quality])
    #expect(SizeTarget.steps(parsing: "size") == [.size])
    for text in ["", "size,size", "size,", "speed"] {
      #expect(SizeTarget.steps(parsing: text) == nil, "\(text)")
    }
  }
}
