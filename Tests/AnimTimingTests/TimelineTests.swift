import Testing

@testable import AnimTiming

@Suite struct TimelineTests {
  @Test func startsOfTheWorkedExample() throws {
    let timeline = try AnimationTimeline(durations: [30, 70, 100, 40, 60], timebase: .milliseconds)
    #expect(timeline.boundaries == [0, 30, 100, 200, 240, 300])
    #expect(timeline.count == 5)
    #expect(timeline.total == 300)
    #expect(timeline.totalTime == RationalTime(3, 10))
    #expect(timeline.start(of: 3) == 200)
    #expect(timeline.duration(of: 3) == 40)
    #expect(timeline.startTime(of: 3) == RationalTime(1, 5))
    #expect(Array(timeline.durations) == [30, 70, 100, 40, 60])
    #expect(timeline.commonDivisor == 10)
    #expect(timeline.reduced().boundaries == [0, 3, 10, 20, 24, 30])
    #expect(timeline.reduced().timebase == .centiseconds)
  }

  @Test func aRealAnimationOfFiftyEightFrames() throws {
    let timeline = try DelayPolicy.browser.resolve(Example.rock).timeline
    #expect(timeline.count == 58)
    #expect(timeline.durationTime(of: 0) == .milliseconds(700))
    #expect(timeline.durationTime(of: 57) == .milliseconds(50))
    #expect(timeline.totalTime.description == "4.6 s")
    #expect(timeline.commonDivisor == 50)
    #expect(timeline.reduced().timebase == Timebase(1, 20))
    #expect(timeline.reduced().total == 92)
  }

  @Test func refusesFramesWithoutTime() {
    #expect(throws: TimingError.nonPositiveDuration(frame: 1)) {
      try AnimationTimeline(durations: [1, 0], timebase: .milliseconds)
    }
    #expect(throws: TimingError.nonPositiveDuration(frame: 0)) {
      try AnimationTimeline(boundaries: [0, -1], timebase: .milliseconds)
    }
    #expect(throws: TimingError.nonPositiveDuration(frame: 1)) {
      try AnimationTimeline(boundaries: [0, 2, 2], timebase: .milliseconds)
    }
  }

  @Test func throwsInsteadOfOverflowing() throws {
    #expect(throws: TimingError.outOfRange) {
      try AnimationTimeline(durations: [.max, 1], timebase: .milliseconds)
    }
    #expect(throws: TimingError.outOfRange) {
      try AnimationTimeline(durations: [.max], timebase: Timebase(2, 1))
    }
    let longest = try AnimationTimeline(durations: [1, .max - 1], timebase: .milliseconds)
    #expect(longest.totalTime == RationalTime(.max, 1000))
    #expect(throws: TimingError.outOfRange) { try longest.rescaled(to: Timebase(1, 90_000)) }
    #expect(longest.frameIndex(at: RationalTime(.max, 1001)) == 1)
  }

  @Test func findsTheFrameAtATime() throws {
    for durations in allDurationLists(maxLength: 4, values: 1...3) {
      let timeline = try AnimationTimeline(durations: durations, timebase: .centiseconds)
      let strip = durations.enumerated().flatMap {
        Array(repeating: $0.offset, count: Int($0.element))
      }
      for half in 0..<strip.count * 2 {
        #expect(timeline.frameIndex(at: RationalTime(Int64(half), 200)) == strip[half / 2])
      }
      #expect(timeline.frameIndex(at: timeline.totalTime) == nil)
      #expect(timeline.frameIndex(at: RationalTime(-1, 1000)) == nil)
    }
  }

  @Test func roundsBoundariesAndNeverDurations() throws {
    // Sixty frames of 1/60 s: rounded durations would end at 1020 ms, boundaries end at 1000.
    let timeline = try AnimationTimeline(
      durations: Array(repeating: 1, count: 60), timebase: Timebase(1, 60))
    let rounded = try timeline.rescaled(to: .milliseconds)
    #expect(Array(rounded.boundaries.prefix(5)) == [0, 17, 33, 50, 67])
    #expect(rounded.total == 1000)
    let back = try rounded.rescaled(to: Timebase(1, 60))
    #expect(back == timeline)
  }

  @Test func roundsHalvesToTheLaterTick() throws {
    let timeline = try AnimationTimeline(durations: [3, 2, 3], timebase: Timebase(1, 2))
    #expect(try timeline.rescaled(to: Timebase(1, 1)).boundaries == [0, 2, 3, 4])
  }

  @Test func namesTheFrameThatWouldVanish() throws {
    let timeline = try AnimationTimeline(durations: [10, 4, 10], timebase: .milliseconds)
    #expect(throws: TimingError.frameVanishes(frame: 1, in: .centiseconds)) {
      try timeline.rescaled(to: .centiseconds)
    }
  }

  @Test func commonDivisorAgreesWithTrialDivision() throws {
    for durations in allDurationLists(maxLength: 4, values: 1...6) {
      let timeline = try AnimationTimeline(durations: durations, timebase: .milliseconds)
      let expected = (1...6).last { divisor in durations.allSatisfy { $0 % divisor == 0 } }
      #expect(timeline.commonDivisor == expected)
      #expect(timeline.reduced().totalTime == timeline.totalTime)
    }
  }
}
