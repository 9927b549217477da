import AnimTiming
import TestSupport
import Testing

@Suite struct RationalTimeOperatorTests {
  @Test func operatorsNeedNoTry() {
    var time = RationalTime(1, 3) + RationalTime(1, 6)
    #expect(time == RationalTime(1, 2))
    time += .milliseconds(500)
    #expect(time == .seconds(1))
    time -= RationalTime(1, 3)
    #expect(time == RationalTime(2, 3))
    #expect(time * 90 == .seconds(60))
    #expect(
      [RationalTime(1, 60), RationalTime(1, 60), .zero].reduce(.zero, +) == RationalTime(1, 30))
  }

  @Test func operatorsAgreeWithCheckedForms() throws {
    var random = SeededGenerator(seed: 48)
    var overflows = 0
    for _ in 0..<2000 {
      let (a, b) = (Self.time(&random), Self.time(&random))
      do {
        #expect(try a.adding(b) == a + b)
        #expect(try a.subtracting(b) == a - b)
        #expect(a + b - b == a)
      } catch {
        overflows += 1
      }
    }
    // Both happen, so that neither side of the test is empty.
    #expect(100...1900 ~= overflows)
  }

  private static func time(_ random: inout SeededGenerator) -> RationalTime {
    let width = Int64.random(in: 1...62, using: &random)
    let most = Int64(1) << width
    return RationalTime(
      Int64.random(in: -most...most, using: &random), Int64.random(in: 1...most, using: &random))
  }

  @Test func extremesAreExact() throws {
    let most = RationalTime(.max, 1)
    #expect(most + .seconds(0) == most)
    #expect(most + RationalTime(.min, 1) == .seconds(-1))
    #expect(RationalTime(.min, 1) + most + .seconds(1) == .zero)
    #expect(RationalTime(1, .max) - RationalTime(1, .max) == .zero)
    #expect(try RationalTime(1, 3).multiplied(by: 3) == .seconds(1))
  }

  @Test func aSumThatDoesNotFitTraps() async {
    await #expect(processExitsWith: .failure) { _ = RationalTime(.max, 1) + .seconds(1) }
    await #expect(processExitsWith: .failure) {
      _ = RationalTime(1, .max) + RationalTime(1, .max - 1)
    }
  }

  @Test func otherResultsThatDoNotFitTrap() async {
    await #expect(processExitsWith: .failure) { _ = RationalTime(.min, 1) - .seconds(1) }
    await #expect(processExitsWith: .failure) { _ = RationalTime(.max, 1) * 2 }
  }

  /// The nearest number differs from the exact quotient by at most half of its last place; a fused
  /// multiplication computes the difference without rounding.
  @Test func secondsAreTheNearestNumber() {
    var random = SeededGenerator(seed: 53)
    let most: Int64 = 1 << 53
    for _ in 0..<2000 {
      let numerator = Int64.random(in: -most...most, using: &random)
      let denominator = Int64.random(in: 1...most, using: &random)
      let seconds = RationalTime(numerator, denominator).seconds
      let rest = Double(numerator).addingProduct(-seconds, Double(denominator))
      #expect(abs(rest) <= seconds.ulp / 2 * Double(denominator), "\(numerator)/\(denominator)")
    }
    #expect(RationalTime(46, 10).seconds == 4.6)
    #expect(RationalTime(1, 3).seconds == 1.0 / 3)
    #expect(RationalTime(-1, 4).seconds == -0.25)
    #expect(RationalTime(.max, 1).seconds == 0x1p63)
  }

  /// Exact quotients of 64-bit integers, compared in 128 bits.
  @Test func secondsOfLargePartsAreWithinTheirPrecision() {
    var random = SeededGenerator(seed: 64)
    for _ in 0..<2000 {
      let denominator = Int64.random(in: 1...(.max), using: &random)
      let whole = Int64.random(in: 1...1000, using: &random)
      let (product, overflow) = denominator.multipliedReportingOverflow(by: whole)
      if overflow { continue }
      let seconds = RationalTime(product, denominator).seconds
      #expect(abs(seconds - Double(whole)) <= Double(whole) * 0x1p-51)
    }
    let near = RationalTime(.max, .max - 1).seconds
    #expect(abs(near - 1) <= 0x1p-51)
  }

  @Test func durationsOfClocksComeBack() {
    #expect(RationalTime(Duration.milliseconds(1500)) == RationalTime(3, 2))
    #expect(RationalTime(Duration.nanoseconds(-7)) == RationalTime(-7, 1_000_000_000))
    #expect(Duration(RationalTime(3, 2)) == .milliseconds(1500))
    #expect(Duration(RationalTime(-3, 2)) == .milliseconds(-1500))
    // Rounded up to nanoseconds, and truncated on the way back.
    #expect(Duration(RationalTime(1, 3)) == .nanoseconds(333_333_334))
    #expect(Duration(RationalTime(-1, 3)) == .nanoseconds(-333_333_333))
    #expect(RationalTime(Duration(secondsComponent: 0, attosecondsComponent: 1)) == .zero)
    // Beyond 292 years.
    let endless = Duration(secondsComponent: .max, attosecondsComponent: 0)
    #expect(RationalTime(endless) == RationalTime(.max, 1_000_000_000))
    #expect(Duration(RationalTime(.max, 1)) == endless)
  }
}

@Suite struct RationalTimeFormattingTests {
  @Test func textsHaveAUnit() {
    #expect(RationalTime(46, 10).formatted() == "4.6 s")
    #expect(RationalTime(1, 15).formatted() == "0.066667 s")
    #expect(RationalTime.zero.formatted() == "0 s")
    #expect(RationalTime(-1, 3).formatted() == "-0.333333 s")
    #expect(RationalTime(1, 20).formatted(in: .milliseconds) == "50 ms")
    #expect(RationalTime(1, 15).formatted(in: .milliseconds) == "66.667 ms")
    #expect(RationalTime(.max, 1).formatted(in: .milliseconds) == "\(Int64.max) s")
  }
}
