import TestSupport
import Testing

@testable import AnimTiming

/// The search, compared with definitions that try everything.
@Suite struct SlotSearchTests {
  /// Whether slots of `length / parts` ticks are a solution, by the definition.
  private func isSolution(
    _ length: Int64, _ parts: Int64, _ boundaries: [Int64], _ tolerance: Int64
  ) -> Bool {
    var last: Int64 = -1
    for boundary in boundaries {
      let multiple = (2 * boundary * parts + length) / (2 * length)
      if multiple == last || abs(boundary * parts - multiple * length) > tolerance * parts {
        return false
      }
      last = multiple
    }
    return true
  }

  /// The largest solution of at least `smallest` ticks among all lengths at which some frame's
  /// condition can end: a boundary leaves its tolerance, or its nearest multiple changes.
  private func largestByTrial(
    _ boundaries: [Int64], _ tolerance: Int64, smallest: Int64
  ) -> RationalTime? {
    var best: (length: Int64, parts: Int64) = (0, 1)
    for boundary in boundaries.dropFirst() {
      for parts in 1...(2 * (boundary + tolerance) / smallest + 1) {
        for length in [boundary + tolerance, 2 * boundary] where length >= smallest * parts {
          let isLarger = length * best.parts > best.length * parts
          if isLarger, isSolution(length, parts, boundaries, tolerance) {
            best = (length, parts)
          }
        }
      }
    }
    return best.length == 0 ? nil : RationalTime(best.length, best.parts)
  }

  /// Whether any multiple of 1/`grain` tick above `slot` is a solution.
  private func hasLargerSolution(
    than slot: RationalTime, _ boundaries: [Int64], _ tolerance: Int64, grain: Int64
  ) -> Bool {
    let last = 2 * boundaries.last! * grain
    let first = slot.numerator * grain / slot.denominator + 1
    return first <= last
      && (first...last).contains { isSolution($0, grain, boundaries, tolerance) }
  }

  private func search(
    _ timeline: AnimationTimeline, _ tolerance: Int64, smallest: Int64
  ) throws -> RationalTime? {
    // Timelines here count in whole seconds, so that slots can be read as ticks.
    try SlotSearch(
      timeline, tolerance: .seconds(tolerance),
      budget: AnimationTimeline.SlotBudget(maxFrameRate: FrameRate(1, smallest))
    ).largestSlot()
  }

  @Test func findsTheLargestSlotOfAllSmallCases() throws {
    for durations in allDurationLists(maxLength: 4, values: 1...5) {
      // Six ticks a unit, so that tolerances reach below one unit.
      let timeline = try AnimationTimeline(
        durations: durations.map { $0 * 6 }, timebase: Timebase(1, 1))
      for tolerance in [0, 1, 2, 3, 5] as [Int64] {
        for smallest in [2, 7] as [Int64] {
          let found = try search(timeline, tolerance, smallest: smallest)
          let expected = largestByTrial(timeline.boundaries, tolerance, smallest: smallest)
          #expect(found == expected, "\(durations) within \(tolerance) from \(smallest)")
          #expect(
            !hasLargerSolution(
              than: found ?? RationalTime(2 * smallest - 1, 2), timeline.boundaries, tolerance,
              grain: 2),
            "\(durations) within \(tolerance) from \(smallest)")
        }
      }
    }
  }

  @Test func findsTheLargestSlotOfRandomCases() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<150 {
      let durations = (0..<Int.random(in: 1...9, using: &random)).map { _ in
        Int64.random(in: 1...60, using: &random)
      }
      let timeline = try AnimationTimeline(durations: durations, timebase: Timebase(1, 1))
      let tolerance = Int64.random(in: 0...12, using: &random)
      let smallest = Int64.random(in: 4...20, using: &random)
      let found = try search(timeline, tolerance, smallest: smallest)
      #expect(
        found == largestByTrial(timeline.boundaries, tolerance, smallest: smallest),
        "\(durations) within \(tolerance) from \(smallest)")
      #expect(
        !hasLargerSolution(
          than: found ?? RationalTime(12 * smallest - 1, 12), timeline.boundaries, tolerance,
          grain: 12),
        "\(durations) within \(tolerance) from \(smallest)")
    }
  }

  @Test func zeroToleranceFindsTheCommonDivisor() throws {
    for durations in allDurationLists(maxLength: 4, values: 1...6) {
      let timeline = try AnimationTimeline(durations: durations, timebase: Timebase(1, 1))
      #expect(try search(timeline, 0, smallest: 1) == .seconds(timeline.commonDivisor))
    }
  }

  @Test func keepsTheNumberOfSlotsWithinTheBudget() throws {
    let timeline = try AnimationTimeline(durations: [30, 70, 100, 40, 60], timebase: .milliseconds)
    for maxSlots in 1...40 {
      let slot = try SlotSearch(
        timeline, tolerance: .milliseconds(4),
        budget: AnimationTimeline.SlotBudget(maxFrameRate: FrameRate(1000), maxSlots: maxSlots)
      ).largestSlot()
      guard let slot else { continue }
      #expect(try timeline.rescaled(to: Timebase(tick: slot)).total <= maxSlots)
    }
  }

  @Test func aSolutionIsScheduledAsFound() throws {
    let play = try Example.milliseconds(30, 70, 100, 40, 60)
    let tolerance = RationalTime.milliseconds(5)
    let schedule = try AnimationTimeline.Schedule.slots(tolerance: tolerance).schedule(play)
    // 9 slots of 305/9 ms: 34, 102, 203, 237 and 305 ms.
    #expect(schedule.frameRate == FrameRate(1800, 61))
    #expect(schedule.entries.map(\.position) == [0, 1, 1, 2, 2, 2, 3, 4, 4])
    #expect(schedule.largestShift == tolerance)
    #expect(schedule.neverShown.isEmpty)
  }

  @Test func bakedPlaysStayWithinTheTolerance() throws {
    let play = try TimingEdits(loops: 4)
      .apply(to: Example.milliseconds(30, 70, 100, 40, 60).timeline)
    let tolerance = RationalTime.milliseconds(6)
    let schedule = try AnimationTimeline.Schedule.slots(tolerance: tolerance).schedule(play)
    let shown = try #require(schedule.frameRate).timebase
    let all = try play.timelineOfAllPlays(limit: 20)
    for boundary in all.boundaries {
      let time = RationalTime(boundary, 1000)
      let tick = try time.ticks(in: shown, rounding: .nearest)
      let shift = try RationalTime(ticks: tick, timebase: shown) - time
      #expect(shift <= tolerance && shift >= .milliseconds(-6))
    }
    #expect(schedule.largestShift <= tolerance)
  }

  /// As many frames as the budget allows, with times that fit no slots: the search ends soon in any
  /// case.
  @Test func longIrregularAnimationsEnd() throws {
    var random = SeededGenerator(seed: 2)
    let durations = (0..<5000).map { _ in Int64.random(in: 17...120, using: &random) }
    let timeline = try AnimationTimeline(durations: durations, timebase: .milliseconds)
    for tolerance in [1, 5, 8, 9] as [Int64] {
      let slot = try SlotSearch(
        timeline, tolerance: .milliseconds(tolerance), budget: AnimationTimeline.SlotBudget()
      ).largestSlot()
      // Every whole millisecond is within 8 ms of a multiple of 17 ms; no shorter slot suffices.
      #expect((slot != nil) == (tolerance >= 8))
      if tolerance == 8 { #expect(slot == .milliseconds(17)) }
    }
  }
}
