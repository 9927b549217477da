import TestSupport
import Testing

@testable import AnimConv

/// The search finds the smallest sufficient choice on artificial scales, in few tries.
@Suite struct QualitySearchTests {
  private struct Result {
    var tries: [QualitySearch.Try]
    var best: Int?
  }

  private func run(
    falls: [Double], scores: [Double], start: Int, goal: Double
  ) -> Result {
    var search = QualitySearch(falls: falls, start: start, goal: goal)
    while let choice = search.next {
      search.note(score: scores[choice], byteCount: Int64(1_000_000 - 1000 * choice))
    }
    return Result(tries: search.tries, best: search.best)
  }

  /// Falling scores with a slope, a bend and noise of their own.
  private func scores(
    _ falls: [Double], top: Double, using random: inout SeededGenerator
  ) -> [Double] {
    let slope = Double.random(in: 0.5...2, using: &random)
    let bend = Double.random(in: 0...0.01, using: &random)
    return falls.map {
      top - slope * $0 - bend * $0 * $0 + Double.random(in: -0.1...0.1, using: &random)
    }
  }

  @Test func fineScalesAreMetWithinAPointInFewTries() {
    var random = SeededGenerator(seed: 7)
    let falls = (0..<420).map { 0.216 * Double($0) }
    var (count, sum) = (0, 0)
    for _ in 0..<500 {
      let scores = scores(falls, top: .random(in: 85...99, using: &random), using: &random)
      for goal in [60.0, 70, 80] where scores[0] > goal + 1 && scores[419] < goal - 1 {
        let result = run(falls: falls, scores: scores, start: 190, goal: goal)
        #expect(result.tries.count <= QualitySearch.mostTries)
        let best = result.best.map { result.tries[$0] }
        #expect(best != nil && best!.score >= goal)
        if result.tries.count < QualitySearch.mostTries { #expect(best!.score <= goal + 1) }
        count += 1
        sum += result.tries.count
      }
    }
    #expect(count > 1000)
    #expect(Double(sum) / Double(count) < 4)
  }

  @Test func whatTheBestChoiceLacksIsNotFound() {
    let falls = (0..<50).map(Double.init)
    let result = run(falls: falls, scores: falls.map { 70 - $0 }, start: 25, goal: 90)
    #expect(result.best == nil)
    #expect(result.tries.last?.choice == 0)
  }

  /// The scores of H.264 on a drawing, which rise less and less towards the best choice.
  @Test func afterThreeMissesTheBestChoiceTellsWhetherAnySuffices() {
    var search = QualitySearch(falls: (0...50).map { 2 * Double($0) }, start: 20, goal: 88)
    for score in [77, 86.9, 87.2] { search.note(score: score, byteCount: Int64(score * 10)) }
    #expect(search.next == 0)
    var missed = search
    missed.note(score: 87.4, byteCount: 2000)
    #expect(missed.next == nil)
    search.note(score: 90, byteCount: 2000)
    #expect(search.next.map { (1..<search.tries[2].choice).contains($0) } == true)
  }

  @Test func aScaleWithoutEffectIsLeftAtOnce() {
    var search = QualitySearch(falls: (0..<50).map(Double.init), start: 20, goal: 80)
    while search.next != nil { search.note(score: 100, byteCount: 777) }
    #expect(search.tries.count == 2)
    #expect(search.best != nil)
  }

  @Test func theSmallestFileCountsAndNotThePlace() {
    var search = QualitySearch(falls: [0, 5, 10, 15, 20], start: 2, goal: 80)
    search.note(score: 90, byteCount: 1000)
    search.note(score: 85, byteCount: 1200)
    while search.next != nil { search.note(score: 70, byteCount: 1300) }
    #expect(search.best == 0)
  }

  /// The scores of H.264 on a drawing: they hardly fall at first, so that a parabola through three
  /// tries leads past a goal that is near the line between two.
  @Test func unevenScoresDoNotLeadFarFromTheLine() throws {
    var search = QualitySearch(falls: (0...50).map { 2 * Double($0) }, start: 20, goal: 80)
    for score in [90.7, 88.8, 59.5] { search.note(score: score, byteCount: Int64(score * 10)) }
    let (enough, tooLittle) = (search.tries[1].choice, search.tries[2].choice)
    let line = Double(enough) + Double(tooLittle - enough) * (88.8 - 80.5) / (88.8 - 59.5)
    let next = Double(try #require(search.next))
    #expect(abs(next - line) <= 0.1 * Double(tooLittle - enough) + 0.5)
  }
}
