import TestSupport
import Testing

@testable import AnimTiming

/// Values from files and options at every edge of 64 bits give consistent results or a
/// ``TimingError``.
@Suite struct ExtremeValuesTests {
  private struct Extremes {
    var random: SeededGenerator

    mutating func integer() -> Int64 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: .max
      case 1: Int64.random(in: 1...(.max), using: &random)
      case 2: Int64.random(in: 1...65535, using: &random)
      case 3: 1 << Int64.random(in: 0...62, using: &random)
      default: Int64.random(in: 1...100, using: &random)
      }
    }

    mutating func oneOf<Value>(_ values: Value...) -> Value {
      values.randomElement(using: &random)!
    }
    mutating func time() -> RationalTime { RationalTime(oneOf(1, 1, 1, -1) * integer(), integer()) }
    mutating func timebase() -> Timebase { Timebase(integer(), integer()) }
    mutating func rate() -> FrameRate { FrameRate(integer(), integer()) }

    mutating func delay() -> Delay {
      oneOf(
        .missing, .declared(ticks: .min, timebase: timebase()),
        .declared(ticks: integer(), timebase: timebase()), .centiseconds(0), .centiseconds(1),
        .centiseconds(7), .centiseconds(20), .fraction(1, 60))
    }

    mutating func policy() -> DelayPolicy {
      oneOf(
        .browser, .browser, .flanimatedimage, .ffmpeg, .gifu, .verbatim(zeroDelay: time()),
        .minimum(time(), replacement: time()))
    }

    mutating func edits() -> TimingEdits {
      TimingEdits(
        range: oneOf(nil, nil, .times(from: .zero, to: time()), .frames(from: 1, to: nil)),
        every: oneOf(1, 1, 2, Int(integer())),
        direction: TimingEdits.Direction.allCases.randomElement(using: &random)!,
        speed: oneOf(.normal, .normal, TimingEdits.Speed(integer(), integer())),
        holdLast: oneOf(.zero, .zero, time()), loops: oneOf(1, 2, Int(integer())),
        minDuration: oneOf(nil, nil, time()))
    }
  }

  @Test func schedulesHoldTogetherOrThrow() throws {
    var extremes = Extremes(random: SeededGenerator(seed: 4))
    var held = 0
    for _ in 0..<1500 {
      let delays = (0..<extremes.oneOf(1, 2, 3, 5)).map { _ in extremes.delay() }
      let (policy, edits) = (extremes.policy(), extremes.edits())
      let schedule = extremes.oneOf(
        AnimationTimeline.Schedule.variable, .slots(tolerance: nil),
        .slots(tolerance: extremes.time()),
        .constant(extremes.rate()), .constant(FrameRate(25)))
      let budget = AnimationTimeline.SlotBudget(
        maxFrameRate: extremes.oneOf(FrameRate(60), extremes.rate()),
        maxSlots: extremes.oneOf(36_000, Int(extremes.integer())))
      let container = extremes.oneOf(nil, .milliseconds, extremes.timebase())
      do throws(TimingError) {
        let play = try edits.apply(to: policy.resolve(delays).timeline)
        let output = try schedule.schedule(
          play, budget: budget, containerTimebase: container, maxOutputFrames: 1000)
        #expect(output.frameCount <= 1000)
        var end: Int64 = 0
        for entry in output.entries {
          #expect(entry.start == end && entry.duration > 0)
          end += entry.duration
        }
        #expect(end == output.playDuration)
        #expect(
          try output.totalTime == RationalTime(ticks: output.total, timebase: output.timebase))
        held += 1
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
    // Both outcomes occur, so that the test covers both.
    #expect((100..<1400).contains(held))
  }

  @Test func aBudgetWithoutBoundsStillEnds() throws {
    let play = PlaySequence(
      try AnimationTimeline(durations: [1, .max / 4], timebase: Timebase(1, 1 << 40)))
    #expect(throws: TimingError.self) {
      try AnimationTimeline.Schedule.slots(tolerance: nil).schedule(
        play, budget: AnimationTimeline.SlotBudget(maxFrameRate: FrameRate(60), maxSlots: .max))
    }
  }
}
