import Testing

@testable import AnimTiming

@Suite struct RationalTimeTests {
  @Test func isReducedAndEqualWhenTheTimeIs() {
    #expect(RationalTime(90, 60) == RationalTime(3, 2))
    #expect(RationalTime(-4, 6).numerator == -2)
    #expect(RationalTime(0, 7) == .zero)
    #expect(RationalTime(.min, 2).numerator == Int64.min / 2)
    #expect(RationalTime(.min, .max).denominator == .max)
  }

  @Test(arguments: [
    ("1.5", 3, 2), ("1.5s", 3, 2), ("1.5 s", 3, 2), ("3/2", 3, 2), ("3/2s", 3, 2), (".5", 1, 2),
    ("40ms", 1, 25), ("40 ms", 1, 25), ("2cs", 1, 50), ("40000us", 1, 25), ("0", 0, 1),
    ("200/3ms", 1, 15), ("1/3", 1, 3), ("007", 7, 1), ("1.500000", 3, 2), ("-2s", -2, 1),
    ("00:01:02.5", 125, 2), ("1:02.5", 125, 2), ("90:00", 5400, 1), ("100:00:01", 360_001, 1),
    ("9223372036854775807", Int64.max, 1),
  ])
  func readsWhatPeopleWrite(text: String, numerator: Int64, denominator: Int64) {
    #expect(RationalTime(text) == RationalTime(numerator, denominator))
  }

  @Test(arguments: [
    "", "s", "ms", " ", "1.", ".", "1..5", "1/0", "1/", "/3", "1.5/2", "+1", "--1", "1e3", "0x10",
    "1:2:3:4", ":30", "1:", "1:60", "1:-2", "-1:00", "1.5:00", "1:1/2", "1 2", "١", "1s s", "1.5m",
    "9223372036854775808", "99999999999999999999999999999999999999999999", "1.-5",
    "0.00000000000000000000001", "5000000000000000000.9999999999999999999",
  ])
  func refusesOtherTexts(text: String) {
    #expect(RationalTime(text) == nil)
  }

  @Test(arguments: [
    ("4.6", "4.6 s"), ("1/3", "1/3 s"), ("0", "0 s"), ("-0.05", "-0.05 s"), ("50/7", "50/7 s"),
    ("0.000000001", "0.000000001 s"), ("0.0000000001", "1/10000000000 s"), ("12.50", "12.5 s"),
    ("-1/8", "-0.125 s"),
  ])
  func describesItselfShortAndExact(text: String, description: String) throws {
    let time = try #require(RationalTime(text))
    #expect(time.description == description)
    #expect(RationalTime(description) == time)
  }

  @Test func addsAndMultipliesExactly() throws {
    #expect(try RationalTime(1, 3).adding(RationalTime(1, 6)) == RationalTime(1, 2))
    #expect(try RationalTime(1, 3).subtracting(RationalTime(1, 2)) == RationalTime(-1, 6))
    #expect(try RationalTime(1, 60).multiplied(by: 90) == RationalTime(3, 2))
    #expect(try RationalTime(1, 2).multiplied(by: 2, over: 3) == RationalTime(1, 3))
    #expect(try RationalTime(3, 1).divided(by: TimingEdits.Speed(3, 2)) == .seconds(2))
  }

  @Test func throwsInsteadOfOverflowing() {
    let most = RationalTime(.max, 1)
    #expect(throws: TimingError.outOfRange) { try most.adding(RationalTime(1, 1)) }
    #expect(throws: TimingError.outOfRange) { try most.multiplied(by: 2) }
    #expect(throws: TimingError.outOfRange) {
      try RationalTime(.min, 1).subtracting(RationalTime(1, 1))
    }
    #expect(throws: TimingError.outOfRange) {
      try RationalTime(1, .max).adding(RationalTime(1, .max - 1))
    }
    #expect(throws: TimingError.outOfRange) {
      try RationalTime(ticks: .max, timebase: Timebase(.max, 1))
    }
    #expect(throws: TimingError.outOfRange) {
      try most.ticks(in: .milliseconds, rounding: .nearest)
    }
  }

  @Test func comparesWithoutRounding() {
    #expect(RationalTime(1, 3) < RationalTime(1, 2))
    #expect(RationalTime(.max, .max - 1) < RationalTime(.max - 1, .max - 2))
    #expect(RationalTime(.max - 1, .max) < RationalTime(1, 1))
    #expect(RationalTime(-1, 2) < .zero)
  }

  @Test(arguments: [
    (TimeRounding.down, [-2, -1, -1, 0, 0, 0, 1]), (.up, [-1, -1, 0, 0, 1, 1, 1]),
    (.nearest, [-1, -1, 0, 0, 0, 1, 1]),
  ])
  func roundsToTicks(rounding: TimeRounding, expected: [Int64]) throws {
    // -1.5, -1, -0.5, 0, 1/3, 0.5 and 1 seconds.
    let times = ["-1.5", "-1", "-0.5", "0", "1/3", "0.5", "1"].compactMap {
      RationalTime($0)
    }
    let ticks = try times.map { try $0.ticks(in: Timebase(1, 1), rounding: rounding) }
    #expect(ticks == expected)
  }

  @Test func refusesToRoundWhenAskedForExactTicks() throws {
    #expect(try RationalTime(7, 100).ticks(in: .milliseconds, rounding: .exact) == 70)
    #expect(throws: TimingError.inexact(RationalTime(1, 15), .milliseconds)) {
      try RationalTime(1, 15).ticks(in: .milliseconds, rounding: .exact)
    }
  }
}
