import AnimTiming
import TestSupport
import Testing

@testable import Atlases

@Suite struct FrameNumberingTests {
  @Test func gapsAreNamed() throws {
    let numbering = try #require(FrameNumbering([1, 2, 3, 5, 8]))
    #expect(numbering.missingDescription == "4, 6-7")
    #expect(numbering.missingCount == 3)
    #expect(numbering.first == 1 && numbering.last == 8)
  }

  @Test(arguments: [[5], [0, 1, 2], [7, 9], [0, 10, 20, 30], [3, 2, 1, 2]])
  func aConstantStrideIsNoGap(numbers: [Int]) {
    #expect(FrameNumbering(numbers)?.gaps == [])
  }

  @Test func aGapInAStrideIsNamed() {
    #expect(FrameNumbering([0, 2, 4, 8, 10])?.missingDescription == "6")
    #expect(FrameNumbering([0, 2, 4, 8, 10])?.stride == 2)
    #expect(FrameNumbering([]) == nil)
  }

  @Test func enormousGapsAreCountedNotListed() throws {
    let numbering = try #require(FrameNumbering([0, 1, 999_999_999_999_999_999]))
    #expect(numbering.missingCount == 999_999_999_999_999_997)
    #expect(numbering.missingDescription == "2-999999999999999998")
  }

  @Test func missingNumbersAreThoseOfASlowSearch() throws {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<2000 {
      let numbers = (0..<Int.random(in: 1...8, using: &generator)).map { _ in
        Int.random(in: 0...30, using: &generator)
      }
      let numbering = try #require(FrameNumbering(numbers))
      let all = Set(
        Swift.stride(from: numbering.first, through: numbering.last, by: numbering.stride))
      #expect(all.isSuperset(of: numbers))
      var missing: [Int] = []
      for gap in numbering.gaps {
        let part = Array(Swift.stride(from: gap.first, through: gap.last, by: numbering.stride))
        #expect(part.count == gap.count)
        missing += part
      }
      #expect(Set(missing) == all.subtracting(numbers) && missing == missing.sorted())
    }
  }
}
