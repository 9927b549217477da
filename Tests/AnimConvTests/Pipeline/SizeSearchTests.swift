import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv

@Suite struct SizeSearchTests {
  /// Runs a search on files with the given sizes.
  ///
  /// - Returns: the choices that were found, and the number of tries.
  private func run(
    _ axes: [SizeSearch.Axis], limit: Int, size: ([Int]) -> Int
  ) -> (found: [Int]?, tries: Int) {
    var search = SizeSearch(axes: axes, maxBytes: Int64(limit))
    var found: [Int]?
    var tries = 0
    while let choices = search.next {
      tries += 1
      let bytes = size(choices)
      #expect(search.note(byteCount: Int64(bytes)) == (bytes <= limit))
      if bytes <= limit { found = choices }
    }
    #expect(search.hasFailed == (found == nil))
    return (found, tries)
  }

  private func axes(_ counts: [Int]) -> [SizeSearch.Axis] {
    counts.map { SizeSearch.Axis(count: $0, logSizes: nil) }
  }

  /// A slow and simple version for sizes that shrink with each choice: the first axis that suffices
  /// at its worst choice, at the best choice that fits.
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
      // Each choice removes a quarter of the remaining size, in different integers.
      func size(_ choices: [Int]) -> Int {
        1_000_000 - choices.enumerated().reduce(0) { $0 + $1.element * (1000 + 37 * $1.offset) }
      }
      let sizes = (0...60_000).lazy.map { 1_000_001 - $0 * 1 }
      for limit in stride(from: sizes.last!, through: 1_000_001, by: 997) {
        let result = run(axes(counts), limit: limit, size: size)
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
      let result = run(axes(counts), limit: 20, size: size)
      if let found = result.found { #expect(size(found) <= 20) }
    }
  }

  /// Holds for any expectations, axes and resulting sizes.
  @Test func whatIsFoundFitsHoweverSizesDifferFromWhatIsExpected() {
    var generator = SeededGenerator(seed: 11)
    var found = 0
    for _ in 0..<20_000 {
      let fall = Double.random(in: 0...0.2, using: &generator)
      let axes = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        let count = Int.random(in: 1...12, using: &generator)
        let isKnown = Int.random(in: 0..<4, using: &generator) > 0
        return SizeSearch.Axis(
          count: count, logSizes: isKnown ? (0..<count).map { -fall * Double($0) } : nil,
          coarseness: Int.random(in: 1...4, using: &generator))
      }
      let (noise, jump) = (
        Double.random(in: 0...1, using: &generator), Double.random(in: -1...0.3, using: &generator)
      )
      var sizes: [[Int]: Int] = [:]
      func size(_ choices: [Int]) -> Int {
        if let size = sizes[choices] { return size }
        let scaled = choices.dropFirst().contains { $0 > 0 } ? jump : 0
        let logSize =
          scaled - 0.08 * Double(choices.reduce(0, +))
          + Double.random(in: -noise...noise, using: &generator)
        sizes[choices] = Int(1e6 * exp(logSize))
        return sizes[choices]!
      }
      let limit = Int.random(in: 100_000...1_000_000, using: &generator)
      let result = run(axes, limit: limit, size: size)
      guard let choices = result.found else { continue }
      found += 1
      // No choice is tried twice, because that would waste an encode.
      #expect(size(choices) <= limit && result.tries == sizes.count, "\(axes) \(limit)")
    }
    #expect(found > 10_000)
  }

  /// Encoders whose sizes fall faster or slower than predicted, along bent and uneven curves, and
  /// with a constant part.
  @Test func fourTriesComeWithinThreePercentOfTheLimit() {
    var generator = SeededGenerator(seed: 3)
    func random(_ range: ClosedRange<Double>) -> Double {
      Double.random(in: range, using: &generator)
    }
    let logSizes = (0...200).map { -0.115 * Double($0) / 10 }
    var close = 0
    let count = 2000
    for _ in 0..<count {
      let (fall, bend) = (random(0.06...0.17), random(-0.0008...0.0008))
      let (rest, noise) = (random(0...0.005), random(0...0.004))
      let uneven = (0...200).map { _ in random(-noise...noise) }
      func size(_ choices: [Int]) -> Int {
        let crf = Double(choices[0]) / 10
        return Int(1e6 * (rest + exp(-fall * crf - bend * crf * crf + uneven[choices[0]])))
      }
      let least = Double(size([190])) * 1.02
      let limit = Int(exp(random(log(least)...log(0.97e6))))
      let result = run(
        [SizeSearch.Axis(count: 201, logSizes: logSizes)], limit: limit, size: size)
      guard let found = result.found else {
        Issue.record("nothing found for \(limit)")
        continue
      }
      #expect(size(found) <= limit)
      #expect(result.tries <= 5)
      if result.tries <= 4, Double(size(found)) >= 0.97 * Double(limit) { close += 1 }
    }
    #expect(close >= count * 95 / 100, "\(close) of \(count)")
  }

  /// Encoders with whole factors only, each a sixteenth smaller, and slower presets between them.
  @Test(arguments: [1, 2, 3])
  func slowerChoicesComeCloserOnceAFasterOneFits(coarseness: Int) {
    var generator = SeededGenerator(seed: 9)
    func random(_ range: ClosedRange<Double>) -> Double {
      Double.random(in: range, using: &generator)
    }
    let steps = 28 * coarseness
    let logSizes = (0...steps).map { -0.06 * Double($0) / Double(coarseness) }
    var (close, most) = (0, 0)
    let count = 2000
    for _ in 0..<count {
      let (fall, noise) = (random(0.045...0.075), random(0...0.006))
      let uneven = (0...steps).map { _ in random(-noise...noise) }
      func size(_ choices: [Int]) -> Int {
        let crf = Double(choices[0]) / Double(coarseness)
        return Int(1e6 * exp(-fall * crf + uneven[choices[0]]))
      }
      let limit = Int(exp(random(log(Double(size([steps])) * 1.02)...log(0.97e6))))
      var tried: [(choice: Int, fits: Bool)] = []
      let axis = SizeSearch.Axis(count: steps + 1, logSizes: logSizes, coarseness: coarseness)
      let result = run([axis], limit: limit) { choices in
        tried.append((choices[0], size(choices) <= limit))
        return size(choices)
      }
      let untilOneFits = tried.prefix((tried.firstIndex(where: \.fits) ?? 0) + 1)
      #expect(untilOneFits.allSatisfy { $0.choice % coarseness == 0 })
      guard let found = result.found else {
        Issue.record("nothing found for \(limit)")
        continue
      }
      #expect(result.tries <= 5 && size(found) <= limit)
      most = max(most, result.tries)
      if result.tries <= 4, Double(size(found)) >= 0.97 * Double(limit) { close += 1 }
    }
    // If sizes are 6 % apart, half of them are within 3 % of a limit.
    #expect(close >= count * (coarseness == 1 ? 45 : coarseness == 2 ? 80 : 90) / 100, "\(close)")
  }

  /// If the first axis is not enough even at its worst, the search continues with the next.
  @Test func theNextAxisGoesOnFromTheWorstOfTheFirst() throws {
    let fall = (0...100).map { -0.01 * Double($0) }
    func size(_ choices: [Int]) -> Int {
      Int(1e6 * exp(-0.008 * Double(choices[0]) - 0.012 * Double(choices[1])))
    }
    let both = [
      SizeSearch.Axis(count: 101, logSizes: fall), SizeSearch.Axis(count: 101, logSizes: fall),
    ]
    let result = run(both, limit: 300_000, size: size)
    let found = try #require(result.found)
    #expect(found[0] == 100)
    #expect(size(found) >= 291_000 && size(found) <= 300_000)
    #expect(result.tries <= 4)
  }

  /// A last resort is used only if it is enough alone; otherwise the search continues from the
  /// worst choice before it.
  @Test(arguments: [(120_000, [107, 0]), (60_000, [100, 41])])
  func nothingGoesOnFromALastResort(limit: Int, about: [Int]) throws {
    let axes = [
      SizeSearch.Axis(count: 111, logSizes: (0...110).map { -0.02 * Double($0) }, lastResorts: 10),
      SizeSearch.Axis(count: 71, logSizes: (0...70).map { -0.02 * Double($0) }),
    ]
    func size(_ choices: [Int]) -> Int {
      Int(1e6 * exp(-0.02 * Double(choices[0]) - 0.02 * Double(choices[1])))
    }
    let result = run(axes, limit: limit, size: size)
    let found = try #require(result.found)
    #expect(size(found) >= limit * 97 / 100 && result.tries <= 4)
    #expect(abs(found[0] - about[0]) <= 3 && abs(found[1] - about[1]) <= 3, "\(found)")
    #expect(found[0] <= 100 || found[1] == 0)
  }

  /// The first scaled try jumps to a smaller size: no quality gives a size in between. Before the
  /// jump, near the worst quality, sizes fall fast.
  @Test(arguments: [-0.5, -0.35, -0.2])
  func whatFitsWithRoomIsGivenBetterQuality(jump: Double) throws {
    func size(_ choices: [Int]) -> Int {
      let quality = -0.02 * Double(min(choices[0], 60)) - 0.06 * Double(max(choices[0] - 60, 0))
      let scaling = choices[1] == 0 ? 0 : jump - 0.02 * Double(choices[1])
      return Int(1e6 * exp(quality + scaling))
    }
    var both = [0.026, 0.02].map { fall in
      SizeSearch.Axis(count: 71, logSizes: (0...70).map { -fall * Double($0) })
    }
    both[1].startsWithJump = true
    let atWorst = size([70, 0])
    let limit = atWorst * 95 / 100
    let result = run(both, limit: limit, size: size)
    let found = try #require(result.found)
    #expect(found[0] < 70 && found[1] > 0)
    #expect(size(found) <= limit && 4...6 ~= result.tries)
    // At least half of the available size is used.
    let unimproved = Double(size([70, found[1]]))
    #expect(unimproved < 0.9 * Double(limit))
    #expect(log(Double(size(found)) / unimproved) > 0.5 * log(Double(limit) / unimproved))
  }

  /// A quality axis without steps between best and worst cannot be improved again.
  @Test func whatFitsWithRoomGoesOnWhereQualityHasNothingBetween() throws {
    func size(_ choices: [Int]) -> Int {
      let scaling = choices[1] == 0 ? 0 : -0.9 - 0.02 * Double(choices[1])
      return Int(1e6 * exp(-0.05 * Double(choices[0]) + scaling))
    }
    let both = [
      SizeSearch.Axis(count: 2, logSizes: [0, -0.05]),
      SizeSearch.Axis(count: 71, logSizes: (0...70).map { -0.02 * Double($0) }),
    ]
    let result = run(both, limit: 800_000, size: size)
    let found = try #require(result.found)
    #expect(found[0] == 1 && 1..<10 ~= found[1])
    #expect(result.tries <= 6)
  }

  /// For a curve that is steep only in the middle, four tries are not enough; two more are worth
  /// their gain.
  @Test func aTenthOfTheLimitIsNotLeft() throws {
    let axis = SizeSearch.Axis(count: 101, logSizes: (0...100).map { -0.03 * Double($0) })
    func size(_ choices: [Int]) -> Int {
      let choice = Double(choices[0])
      return Int(1e6 * exp(-0.005 * choice - 1.6 / (1 + exp((30.5 - choice) / 1.5))))
    }
    var more = 0
    for limit in stride(from: 200_000, to: 900_000, by: 5000) {
      let result = run([axis], limit: limit, size: size)
      let found = try #require(result.found)
      let share = Double(size(found)) / Double(limit)
      #expect(result.tries <= 6)
      if result.tries > 4 { more += 1 }
      // If the next better choice also fits, the search stopped too early.
      #expect(share >= 0.9 || result.tries == 6 || size([found[0] - 1]) > limit, "\(limit)")
    }
    #expect(more > 0)
  }

  /// A still image with VP9: factors between two others change nothing, and sizes fall by a seventh
  /// with each factor. The bytes that the first guess left unused do not stay unused.
  @Test func whatIsBetweenIsNotTriedAgainAndAgain() throws {
    let axis = SizeSearch.Axis(
      count: 71, logSizes: (0...70).map { -0.017 * Double($0) }, coarseness: 2)
    func size(_ choices: [Int]) -> Int { Int(1e6 * exp(-0.14 * Double(choices[0] / 2))) }
    for limit in stride(from: 200_000, to: 900_000, by: 5000) {
      let found = try #require(run([axis], limit: limit, size: size).found)
      #expect(Double(size(found)) >= 0.8 * Double(limit), "\(limit)")
    }
  }

  /// Every second choice is tried only if its neighbours are too far apart.
  @Test func choicesBetweenAreLeftAloneWhereOthersAreCloseEnough() {
    for limit in stride(from: 300_000, to: 900_000, by: 1709) {
      var tried: [Int] = []
      func size(_ choices: [Int]) -> Int {
        tried.append(choices[0])
        // The choices in between are larger than both of their neighbours.
        return Int(1e6 * exp(-0.01 * Double(choices[0]) + (choices[0] % 2 == 1 ? 0.07 : 0)))
      }
      let axis = SizeSearch.Axis(
        count: 161, logSizes: (0...160).map { -0.01 * Double($0) }, coarseness: 2)
      let result = run([axis], limit: limit, size: size)
      #expect(result.found?[0].isMultiple(of: 2) == true)
      #expect(tried.allSatisfy { $0.isMultiple(of: 2) }, "\(tried)")
    }
  }

  static let texts: [(text: String, bytes: Int64?)] = [
    ("1", 1), ("262144", 262_144), ("256KiB", 262_144), ("256Ki", 262_144), ("256k", 256_000),
    ("256kB", 256_000), ("256K", 256_000), ("1.5M", 1_500_000), ("1.5MiB", 1_572_864),
    ("2G", 2_000_000_000), ("0.5k", 500), ("100B", 100), ("1e3", 1000),
    ("200kb", 200_000), ("1 MB", 1_000_000), ("1mb", 1_000_000), ("200 KB", 200_000),
    ("2 gib", 2_147_483_648), ("12 b", 12), (" ", nil), ("1 2k", nil),
    ("", nil), ("0", nil), ("-5", nil), ("k", nil), ("5i", nil), ("5iB", nil), ("5X", nil),
    ("1.2.3k", nil), ("2000G", nil), ("99999999999999999999", nil),
  ]

  @Test(arguments: texts)
  func bytesAreReadWithUnits(text: String, bytes: Int64?) {
    #expect(Conversion.SizeTarget.bytes(parsing: text) == bytes)
  }

  @Test func stepsAreReadInOrder() {
    #expect(Conversion.SizeTarget.steps(parsing: "rate,quality") == [.rate, .quality])
    #expect(Conversion.SizeTarget.steps(parsing: "size") == [.size])
    for text in ["", "size,size", "size,", "speed"] {
      #expect(Conversion.SizeTarget.steps(parsing: text) == nil, "\(text)")
    }
  }
}
