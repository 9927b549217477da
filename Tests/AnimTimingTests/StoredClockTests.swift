import TestSupport
import Testing

@testable import AnimTiming

@Suite struct StoredClockTests {
  private func stored(_ durations: [Int64], _ unit: Timebase) throws -> OutputTiming {
    let timeline = try AnimationTimeline(durations: durations, timebase: unit)
    let sequence = try TimingEdits().apply(to: timeline)
    return try AnimationTimeline.Schedule.variable.schedule(sequence).stored(by: .gif)
  }

  @Test func whatTheClockHoldsStaysAsItIs() throws {
    let schedule = try stored([70, 20, 30, 655_350], .milliseconds)
    #expect(schedule.entries.map(\.duration) == [7, 2, 3, 65_535])
    #expect(schedule.largestShift == .zero && schedule.neverShown == [])
  }

  /// 30 frames per second: durations alternate, starts do not drift.
  @Test func boundariesAreRoundedAndNotDurations() throws {
    let schedule = try stored(Array(repeating: 1, count: 30), Timebase(1, 30))
    for (index, entry) in schedule.entries.enumerated() {
      #expect(abs(Double(entry.start) - Double(index) * 100 / 30) <= 0.5)
    }
    #expect(schedule.total == 100)
  }

  @Test func aFrameThatIsTooShortIsLengthenedAndTheNextOneGives() throws {
    let schedule = try stored([30, 10, 40], .milliseconds)
    #expect(schedule.entries.map(\.duration) == [3, 2, 3])
    #expect(schedule.largestShift == RationalTime(1, 100))
  }

  /// 100 frames per second: every second frame has no time left.
  @Test func framesThatHaveNothingLeftAreNeverShown() throws {
    let schedule = try stored(Array(repeating: 10, count: 6), .milliseconds)
    #expect(schedule.entries.map(\.duration) == [2, 2, 2])
    #expect(schedule.entries.map(\.position) == [0, 2, 4])
    #expect(schedule.neverShown == [1, 3, 5])
  }

  @Test func theLastFrameTakesFromThoseBeforeIt() throws {
    #expect(try stored([50, 10], .milliseconds).entries.map(\.duration) == [4, 2])
    #expect(try stored([20, 20, 10], .milliseconds).entries.map(\.duration) == [2, 3])
    #expect(try stored([10], .milliseconds).entries.map(\.duration) == [2])
    #expect(try stored([1, 1], .milliseconds).entries.map(\.duration) == [2])
  }

  @Test func aFrameThatIsShownSeveralTimesInARowIsOneFrame() throws {
    let timeline = try AnimationTimeline(durations: [60, 20, 20], timebase: .milliseconds)
    let sequence = try TimingEdits().apply(to: timeline)
    let slots = try AnimationTimeline.Schedule.slots(tolerance: nil).schedule(sequence)
    #expect(slots.frameCount == 5)
    let schedule = try slots.stored(by: .gif)
    #expect(schedule.entries.map(\.duration) == [6, 2, 2] && schedule.frameRate == nil)
  }

  private func clock(_ durations: [Int64], _ unit: Timebase) throws -> StoredClock {
    let timeline = try AnimationTimeline(durations: durations, timebase: unit)
    return .apng(
      try AnimationTimeline.Schedule.variable.schedule(TimingEdits().apply(to: timeline)))
  }

  /// Each duration is a fraction of two 16-bit numbers; the sum of many, as for merged frames, is
  /// not.
  @Test(arguments: [Timebase(1001, 30_000), Timebase(1001, 24_000), Timebase(1, 65_535)])
  func aLongFrameOfAPNGIsOfSeveralParts(unit: Timebase) throws {
    let clock = try clock([1, 2, 3], unit)
    #expect(clock.unit == unit)
    for ticks in [1, 65, 66, 67, 100, 131_071, 65_535 * 7 + 1] as [Int64] {
      let parts = APNGDelay.parts(of: ticks, unit)
      let sum = parts.reduce(RationalTime.zero) { $0 + $1.time }
      #expect(sum == (try RationalTime(ticks: ticks, timebase: unit)))
      #expect(parts.count == 1 || parts.allSatisfy { $0.time > RationalTime(1, 20) })
    }
  }

  /// Two frames of 74 days need hundreds of parts, not a hundred thousand.
  @Test(arguments: [Timebase.milliseconds, Timebase(1001, 30_000), Timebase(1, 65_535)])
  func monthsAreOfFewParts(unit: Timebase) throws {
    for days in [1, 74, 366] as [Int64] {
      let ticks = days * 86_400 * unit.denominator / unit.numerator + 7
      let parts = APNGDelay.parts(of: ticks, unit)
      let sum = parts.reduce(RationalTime.zero) { $0 + $1.time }
      #expect(sum == (try RationalTime(ticks: ticks, timebase: unit)))
      #expect(APNGDelay.partCount(of: ticks, unit) == parts.count)
      // The rest is less than a period of the unit and a usual part.
      #expect(parts.count <= 2 * Int(days) + 500)
      #expect(parts.allSatisfy { $0.time > RationalTime(1, 20) })
    }
  }

  /// 29.97 and 23.976 frames per second: their sums are multiples of 1/120,000 s, which APNG cannot
  /// store.
  @Test func aUnitThatAPNGCannotSayIsMilliseconds() throws {
    #expect(try clock([4, 5], Timebase(1001, 120_000)).unit == .milliseconds)
    #expect(try clock([1, 2], Timebase(70_000, 1)).unit == .milliseconds)
    #expect(try clock([1, 2], Timebase(1, 65_535)).unit == Timebase(1, 65_535))
  }

  /// Browsers lengthen durations of 10 ms or less.
  @Test func theLeastFrameOfAPNGLastsMoreThanTenMilliseconds() throws {
    for unit in [
      Timebase(3, 400), Timebase(7, 1000), Timebase(9, 1000), Timebase(1, 100), Timebase(1, 1000),
      Timebase(1, 60), Timebase(1001, 60_000), Timebase(1, 90),
    ] {
      let least = try clock([1, 2], unit).leastTicks
      let time = try RationalTime(ticks: least, timebase: unit)
      #expect(time >= RationalTime(11, 1000), "\(unit)")
      let shorter = time - unit.tick
      #expect(shorter < RationalTime(11, 1000))
    }
  }

  @Test func manyTimelinesKeepTheirTotalAndNoFrameIsTooShort() throws {
    var random = SeededGenerator(seed: 41)
    for _ in 0..<1000 {
      let unit = Timebase(1, [1000, 100, 60, 30_000, 90_000].randomElement(using: &random)!)
      let longest = max(2, unit.denominator / [2, 10, 40, 200].randomElement(using: &random)!)
      let durations = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        Int64.random(in: 1...longest, using: &random)
      }
      let schedule = try stored(durations, unit)
      let exact = Double(durations.reduce(0, +)) / Double(unit.denominator) * 100
      #expect(schedule.entries.allSatisfy { $0.duration >= 2 })
      #expect(abs(Double(schedule.total) - exact) <= 0.500_001 || schedule.total == 2)
      if durations.allSatisfy({ Double($0) / Double(unit.denominator) >= 0.03 }) {
        #expect(schedule.entries.count == durations.count)
        #expect(schedule.largestShift <= RationalTime(1, 200))
      }
    }
  }
}
