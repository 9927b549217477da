import Testing

@testable import AnimTiming

@Suite struct FrameRateTests {
  @Test(arguments: [
    ("25", 25, 1, "25"), ("30000/1001", 30000, 1001, "30000/1001"), ("12.5", 25, 2, "12.5"),
    ("29.97", 2997, 100, "29.97"), ("50/7", 50, 7, "50/7"), ("60fps", 60, 1, "60"),
    ("60 fps", 60, 1, "60"), ("100/4", 25, 1, "25"),
  ])
  func readsAndWritesExactRates(
    text: String, numerator: Int64, denominator: Int64, description: String
  ) throws {
    let rate = try #require(FrameRate(text))
    #expect(rate == FrameRate(numerator, denominator))
    #expect(rate.description == description)
    #expect(FrameRate(rate.description) == rate)
  }

  @Test(arguments: ["", "0", "-25", "fps", "25/0", "a", "0/5", "1e2"])
  func refusesOtherTexts(text: String) {
    #expect(FrameRate(text) == nil)
  }

  @Test func knowsItsTimebase() {
    #expect(FrameRate(30000, 1001).timebase == Timebase(1001, 30000))
    #expect(FrameRate(timebase: Timebase(7, 50)) == FrameRate(50, 7))
    #expect(FrameRate(25).frameDuration == .milliseconds(40))
    #expect(FrameRate(30000, 1001).nearestInteger == 30)
    #expect(FrameRate(1, 10).nearestInteger == 1)
    #expect(FrameRate(30000, 1001) < FrameRate(30))
  }
}

@Suite struct SpeedFactorTests {
  @Test(arguments: [
    ("2", 2, 1), ("2x", 2, 1), ("0.5", 1, 2), ("2/3", 2, 3), ("150%", 3, 2), ("12.5%", 1, 8),
  ])
  func readsFactors(text: String, numerator: Int64, denominator: Int64) {
    #expect(TimingEdits.Speed(text) == TimingEdits.Speed(numerator, denominator))
  }

  @Test(arguments: ["", "0", "-1", "x", "%", "0%", "2xx"])
  func refusesOtherTexts(text: String) {
    #expect(TimingEdits.Speed(text) == nil)
  }
}

@Suite struct TimebaseTests {
  @Test func meetsAnotherInTheCoarsestCommonUnit() throws {
    #expect(try Timebase.centiseconds.common(with: Timebase(1, 60)) == Timebase(1, 300))
    #expect(try Timebase(7, 50).common(with: Timebase(21, 50)) == Timebase(7, 50))
    #expect(try Timebase(1001, 30000).common(with: Timebase(1, 25)) == Timebase(1, 30000))
    #expect(try Timebase(3, 1).common(with: Timebase(2, 1)) == Timebase(1, 1))
  }

  @Test func throwsWhereNoUnitIsCommon() {
    let (a, b) = (Timebase(1, .max), Timebase(1, .max - 1))
    #expect(throws: TimingError.noCommonTimebase(a, b)) { try a.common(with: b) }
  }

  @Test func isShownAsFraction() {
    #expect(Timebase.centiseconds.description == "1/100 s")
    #expect(Timebase(14, 100).description == "7/50 s")
    #expect(Timebase(2, 1).description == "2 s")
  }
}

@Suite struct LoopCountTests {
  @Test func meansTotalPlays() {
    #expect(LoopCount(totalPlays: 0) == .forever)
    #expect(LoopCount(totalPlays: 3) == .plays(3))
    #expect(LoopCount(netscapeRepetitions: 0) == .forever)
    #expect(LoopCount(netscapeRepetitions: 1) == .plays(2))
    #expect(LoopCount(netscapeRepetitions: 65535) == .plays(65536))
    #expect(LoopCount.forever.totalPlays == 0)
    #expect(LoopCount.plays(3).totalPlays == 3)
    #expect(
      [LoopCount.forever, .plays(1), .plays(3)].map(\.description) == [
        "for ever", "once", "3 times",
      ])
  }
}
