import TestSupport
import Testing

@testable import AnimTiming

/// Constant rates, compared with counting how much of each slot each frame covers, in the smallest
/// common unit.
@Suite struct LargestOverlapTests {
  private func byCounting(_ durations: [Int64], tick: Int, slot: Int) -> [Int] {
    let strip = durations.enumerated().flatMap {
      Array(repeating: $0.offset, count: Int($0.element) * tick)
    }
    let slots = max(1, (2 * strip.count + slot) / (2 * slot))
    return (0..<slots).map { index in
      var covered = Array(repeating: 0, count: durations.count)
      for place in index * slot..<(index + 1) * slot where place < strip.count {
        covered[strip[place]] += 1
      }
      return covered.firstIndex(of: covered.max()!)!
    }
  }

  @Test func agreesWithCountingInAllSmallCases() throws {
    for durations in allDurationLists(maxLength: 4, values: 1...5) {
      // A tick of 1/30 s against 60, 30, 25, 20, 12, 10, 15/2 and 30/11 fps.
      let play = PlaySequence(
        try AnimationTimeline(durations: durations, timebase: Timebase(1, 30)))
      for (tick, slot) in [(2, 1), (1, 1), (5, 6), (2, 3), (2, 5), (1, 3), (1, 4), (1, 11)] {
        let rate = FrameRate(30 * Int64(tick), Int64(slot))
        let schedule = try AnimationTimeline.Schedule.constant(rate).schedule(play)
        let expected = byCounting(durations, tick: tick, slot: slot)
        #expect(schedule.entries.map(\.position) == expected, "\(durations) at \(rate)")
        #expect(Set(schedule.neverShown + expected).count == durations.count)
        #expect(Set(schedule.neverShown).isDisjoint(with: expected))
      }
    }
  }

  @Test func agreesWithCountingInRandomPlays() throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      let durations = (0..<Int.random(in: 1...8, using: &random)).map { _ in
        Int64.random(in: 1...9, using: &random)
      }
      let tick = Int.random(in: 1...7, using: &random)
      let slot = Int.random(in: 1...40, using: &random)
      let plays = Int.random(in: 1...4, using: &random)
      let play = try TimingEdits(loops: plays)
        .apply(to: AnimationTimeline(durations: durations, timebase: Timebase(1, 100)))
      let rate = FrameRate(100 * Int64(tick), Int64(slot))
      let schedule = try AnimationTimeline.Schedule.constant(rate).schedule(play)
      let all = Array(repeating: durations, count: plays).flatMap(\.self)
      let expected = byCounting(all, tick: tick, slot: slot).map { $0 % durations.count }
      let shown = Array(repeating: schedule.entries.map(\.position), count: schedule.plays)
      #expect(shown.flatMap(\.self) == expected, "\(durations) x \(plays) at \(rate)")
      #expect(Set(schedule.neverShown).isDisjoint(with: expected))
      #expect(Set(schedule.neverShown + expected).count == durations.count)
    }
  }
}
