import Testing

@testable import AnimTiming

@Suite struct ScheduleTests {
  /// `0 0 1 2 2`: the positions that the output frames show.
  private func drawing(_ schedule: OutputTiming) -> String {
    schedule.entries.map { String($0.position) }.joined(separator: " ")
  }

  @Test func variableKeepsEveryFrameAndTime() throws {
    let play = PlaySequence(try DelayPolicy.browser.resolve(Example.rock).timeline)
    let schedule = try AnimationTimeline.Schedule.variable.schedule(play)
    #expect(schedule.entries.count == 58)
    #expect(schedule.timebase == Timebase(1, 20))
    #expect(schedule.entries.first == .init(position: 0, start: 0, duration: 14))
    #expect(schedule.entries.last == .init(position: 57, start: 91, duration: 1))
    #expect(schedule.totalTime == RationalTime(23, 5))
    #expect(schedule.frameRate == nil)
    #expect(schedule.slotCount == nil)
    #expect(schedule.largestShift == .zero)
    #expect(schedule.meanShift == .zero)
  }

  @Test func slotsOfARealAnimation() throws {
    let play = PlaySequence(try DelayPolicy.browser.resolve(Example.rock).timeline)
    let schedule = try AnimationTimeline.Schedule.slots(tolerance: nil).schedule(play)
    #expect(schedule.slotCount == 92)
    #expect(schedule.frameRate == FrameRate(20))
    #expect(schedule.totalTime == RationalTime(23, 5))
    #expect(schedule.entries.prefix(15).map(\.position) == Array(repeating: 0, count: 14) + [1])
    #expect(schedule.largestShift == .zero)
    #expect(schedule.neverShown.isEmpty)
  }

  /// Exact slots if the rate allows them, otherwise the rate, including frames that are too short
  /// for its slots.
  @Test func slotsUpToARateAreSlotsOrThatRate() throws {
    let play = PlaySequence(try DelayPolicy.browser.resolve(Example.rock).timeline)
    let slots = try AnimationTimeline.Schedule.slots(tolerance: nil).schedule(play)
    #expect(slots.frameRate == FrameRate(20))
    #expect(try AnimationTimeline.Schedule.slotsOrConstant(FrameRate(20)).schedule(play) == slots)
    for rate in [FrameRate(19), FrameRate(20_000, 1001)] {
      let constant = try AnimationTimeline.Schedule.constant(rate).schedule(play)
      #expect(try AnimationTimeline.Schedule.slotsOrConstant(rate).schedule(play) == constant)
    }
    let fast = try Example.milliseconds(20, 20, 20, 20, 20)
    let limited = try AnimationTimeline.Schedule.slotsOrConstant(FrameRate(30)).schedule(fast)
    #expect(limited.frameRate == FrameRate(30) && !limited.neverShown.isEmpty)
    let allowed = try AnimationTimeline.Schedule.slotsOrConstant(FrameRate(50)).schedule(fast)
    #expect(allowed.neverShown.isEmpty)
    // The number of slots alone is not a reason to refuse.
    let few = AnimationTimeline.SlotBudget(maxSlots: 91)
    let constant = try AnimationTimeline.Schedule.constant(FrameRate(30)).schedule(play)
    #expect(
      try AnimationTimeline.Schedule.slotsOrConstant(FrameRate(30)).schedule(play, budget: few)
        == constant)
  }

  @Test func slotsMayHaveAnOddRate() throws {
    let schedule = try AnimationTimeline.Schedule.slots(tolerance: nil)
      .schedule(Example.milliseconds(140, 140, 140, 140, 140, 140))
    #expect(schedule.frameRate == FrameRate(50, 7))
    #expect(schedule.slotCount == 6)
    #expect(schedule.timebase == Timebase(7, 50))
  }

  @Test func slotsOfPublishedExamples() throws {
    // 1 s slots; 20 ms slots; 40 ms each.
    let seconds = try AnimationTimeline.Schedule.slots(tolerance: nil)
      .schedule(Example.milliseconds(1000, 2000, 1000, 3000, 1000))
    #expect(drawing(seconds) == "0 1 1 2 3 3 3 4")
    #expect(seconds.timebase == Timebase(1, 1))
    let two = try AnimationTimeline.Schedule.slots(tolerance: nil).schedule(
      Example.milliseconds(40, 100))
    #expect(drawing(two) == "0 0 1 1 1 1 1")
    #expect(two.frameRate == FrameRate(50))
    let even = try AnimationTimeline.Schedule.slots(tolerance: nil).schedule(
      PlaySequence(
        AnimationTimeline(durations: Array(repeating: 4, count: 10), timebase: .centiseconds)))
    #expect(even.frameRate == FrameRate(25))
    #expect(even.totalTime == RationalTime(2, 5))
  }

  @Test func fineSlotsAreOverTheBudget() throws {
    let fast = try #require(throws: TimingError.self) {
      try AnimationTimeline.Schedule.slots(tolerance: nil).schedule(
        Example.milliseconds(30, 70, 100, 40, 60))
    }
    guard case .slotBudgetExceeded(let exact, let nearest?, nil, _) = fast else {
      Issue.record("\(fast)")
      return
    }
    #expect(exact.slot == .milliseconds(10))
    #expect(exact.slotCount == 30)
    #expect(exact.rate == FrameRate(100))
    #expect(nearest.rate <= FrameRate(60))
    // The same request with the suggested tolerance gives the suggested solution.
    let taken = try AnimationTimeline.Schedule.slots(tolerance: nearest.tolerance)
      .schedule(Example.milliseconds(30, 70, 100, 40, 60))
    #expect(taken.frameRate == nearest.rate)
    #expect(taken.slotCount == nearest.slotCount)
    #expect(taken.largestShift == nearest.largestShift)
    #expect(taken.meanShift == nearest.meanShift)
    // One millisecond less is not enough.
    #expect(throws: TimingError.self) {
      try AnimationTimeline.Schedule.slots(tolerance: nearest.tolerance - .milliseconds(1))
        .schedule(Example.milliseconds(30, 70, 100, 40, 60))
    }
    let sixty = try AnimationTimeline.Schedule.slots(tolerance: nil).schedule(
      Example.milliseconds(30, 70, 100, 40, 60),
      budget: AnimationTimeline.SlotBudget(maxFrameRate: FrameRate(100)))
    #expect(sixty.slotCount == 30)
    #expect(sixty.frameRate == FrameRate(100))
  }

  @Test func manySlotsAreOverTheBudgetToo() throws {
    // 1 h has 72,000 slots of 50 ms.
    let play = try Example.milliseconds(3_599_950, 50)
    let error = try #require(throws: TimingError.self) {
      try AnimationTimeline.Schedule.slots(tolerance: nil).schedule(play)
    }
    guard case .slotBudgetExceeded(let exact, let nearest?, nil, _) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(exact.slotCount == 72_000)
    #expect(nearest.slotCount <= 36_000)
    let plays = try TimingEdits(loops: 1000).apply(to: Example.milliseconds(1000, 50).timeline)
    #expect(try AnimationTimeline.Schedule.slots(tolerance: nil).schedule(plays).plays == 1000)
    #expect(throws: TimingError.self) {
      try AnimationTimeline.Schedule.slots(tolerance: nil)
        .schedule(plays, budget: AnimationTimeline.SlotBudget(maxSlots: 20_999))
    }
  }

  @Test func noSlotKeepsFramesThatAreTooMany() throws {
    let play = try Example.milliseconds(1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    let error = #expect(throws: TimingError.self) {
      try AnimationTimeline.Schedule.slots(tolerance: .seconds(5)).schedule(play)
    }
    guard case .slotBudgetExceeded(_, nil, .some, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func aConstantRateShowsWhatCoversMost() throws {
    // Boundaries 30, 100, 200, 240, 300 ms against slots of 50 ms.
    let schedule = try AnimationTimeline.Schedule.constant(FrameRate(20))
      .schedule(Example.milliseconds(30, 70, 100, 40, 60))
    #expect(drawing(schedule) == "0 1 2 2 3 4")
    #expect(schedule.neverShown.isEmpty)
    #expect(schedule.largestShift == .milliseconds(20))
    #expect(schedule.meanShift == RationalTime(0 + 20 + 0 + 0 + 10 + 0, 6000))
    #expect(schedule.totalTime == .milliseconds(300))
  }

  @Test func theEarlierFrameWinsATie() throws {
    #expect(
      drawing(
        try AnimationTimeline.Schedule.constant(FrameRate(10)).schedule(
          Example.milliseconds(50, 100, 50)))
        == "0 1")
    let thirds = try AnimationTimeline.Schedule.constant(FrameRate(10)).schedule(
      Example.milliseconds(30, 40, 30))
    #expect(drawing(thirds) == "1")
    #expect(thirds.neverShown == [0, 2])
    #expect(thirds.largestShift == .milliseconds(30))
  }

  @Test func theNumberOfSlotsIsRoundedHalvesUp() throws {
    let rate = AnimationTimeline.Schedule.constant(FrameRate(10))
    #expect(try rate.schedule(Example.milliseconds(149)).slotCount == 1)
    #expect(try rate.schedule(Example.milliseconds(150)).slotCount == 2)
    #expect(try rate.schedule(Example.milliseconds(1)).slotCount == 1)
    #expect(try rate.schedule(Example.milliseconds(50)).slotCount == 1)
  }

  @Test func aConstantRateDoesNotDrift() throws {
    // 30000/1001 over ten minutes: every shown start lies within one slot of the truth.
    let play = PlaySequence(
      try AnimationTimeline(durations: Array(repeating: 40, count: 15_000), timebase: .milliseconds)
    )
    let schedule = try AnimationTimeline.Schedule.constant(FrameRate(30000, 1001)).schedule(play)
    #expect(schedule.slotCount == 17_982)
    #expect(schedule.largestShift <= RationalTime(1001, 30000))
    #expect(schedule.neverShown.isEmpty)
  }

  /// At 25 fps: slots = round(total / 40 ms), the total within 20 ms, frames of 40 ms shown.
  @Test func aConstantRateKeepsTotalAndLongFrames() throws {
    for durations in allDurationLists(maxLength: 4, values: 1...8) {
      let play = PlaySequence(try AnimationTimeline(durations: durations, timebase: .centiseconds))
      let schedule = try AnimationTimeline.Schedule.constant(FrameRate(25)).schedule(play)
      let total = durations.reduce(0, +)
      #expect(schedule.slotCount == max(1, Int(total * 10 + 20) / 40))
      if total >= 2 { #expect(abs(Int64(schedule.frameCount) * 40 - total * 10) <= 20) }
      let shown = Set(schedule.entries.map(\.position))
      for (position, duration) in durations.enumerated() where duration >= 4 {
        #expect(shown.contains(position), "\(durations)")
      }
    }
  }

  @Test func bakedPlaysAreRepeatedWhereTheyEndOnATick() throws {
    let play = try TimingEdits(loops: 3).apply(to: Example.milliseconds(30, 70).timeline)
    let variable = try AnimationTimeline.Schedule.variable.schedule(play)
    #expect(variable.entries.count == 2)
    #expect(variable.plays == 3)
    #expect(variable.frameCount == 6)
    #expect(variable.totalTime == RationalTime(3, 10))
    let constant = try AnimationTimeline.Schedule.constant(FrameRate(20)).schedule(play)
    #expect(constant.plays == 3)
    #expect(drawing(constant) == "0 1")
    #expect(constant.slotCount == 6)
  }

  @Test func bakedPlaysAreLaidOutWhereTheyDoNot() throws {
    // Boundaries 30, 100, 130, 200, 230 and 300 ms against slots of 40 ms; the third is a tie.
    let play = try TimingEdits(loops: 3).apply(to: Example.milliseconds(30, 70).timeline)
    let schedule = try AnimationTimeline.Schedule.constant(FrameRate(25)).schedule(play)
    #expect(schedule.plays == 1)
    #expect(drawing(schedule) == "0 1 1 1 1 0 1 1")
    #expect(schedule.totalTime == .milliseconds(320))
    #expect(schedule.slotCount == 8)
  }

  @Test func aContainerRoundsBoundaries() throws {
    let sixty = PlaySequence(
      try AnimationTimeline(durations: Array(repeating: 1, count: 60), timebase: Timebase(1, 60)))
    let variable = try AnimationTimeline.Schedule.variable.schedule(
      sixty, containerTimebase: .milliseconds)
    let slots = try AnimationTimeline.Schedule.slots(tolerance: nil)
      .schedule(sixty, containerTimebase: .milliseconds)
    let constant = try AnimationTimeline.Schedule.constant(FrameRate(60))
      .schedule(sixty, containerTimebase: .milliseconds)
    for schedule in [variable, slots, constant] {
      #expect(schedule.timebase == .milliseconds)
      #expect(schedule.entries.prefix(4).map(\.start) == [0, 17, 33, 50])
      #expect(schedule.total == 1000)
      #expect(schedule.largestShift == RationalTime(1, 3000))
    }
    #expect(slots.frameRate == FrameRate(60))
    let exact = try AnimationTimeline.Schedule.slots(tolerance: nil)
      .schedule(Example.centiseconds(4, 10), containerTimebase: .milliseconds)
    #expect(exact.entries.prefix(3).map(\.start) == [0, 20, 40])
    #expect(exact.total == 140)
  }

  @Test func aContainerRoundsOverAllPlays() throws {
    // One play of 1/30 s is 33.3 ms: three plays have to end at 100 ms, not at 99.
    let thirtieth = try AnimationTimeline(durations: [1, 1], timebase: Timebase(1, 60))
    let play = try TimingEdits(loops: 3).apply(to: thirtieth)
    for schedule in [
      AnimationTimeline.Schedule.variable, .slots(tolerance: nil), .constant(FrameRate(60)),
    ] {
      let laidOut = try schedule.schedule(play, containerTimebase: .milliseconds)
      #expect(laidOut.plays == 1)
      #expect(laidOut.entries.map(\.start) == [0, 17, 33, 50, 67, 83])
      #expect(drawing(laidOut) == "0 1 0 1 0 1")
      #expect(laidOut.total == 100)
    }
  }

  @Test func framesTooShortForTheContainerAreNamed() throws {
    let play = try TimingEdits(direction: .reverse)
      .apply(to: AnimationTimeline(durations: [1, 30], timebase: Timebase(1, 10_000)))
    #expect(throws: TimingError.frameVanishes(frame: 0, in: .milliseconds)) {
      try AnimationTimeline.Schedule.variable.schedule(play, containerTimebase: .milliseconds)
    }
    #expect(throws: TimingError.rateBeyondContainer(FrameRate(2000), .milliseconds)) {
      try AnimationTimeline.Schedule.constant(FrameRate(2000)).schedule(
        play, containerTimebase: .milliseconds)
    }
  }

  @Test func outputFramesAreLimitedBeforeMemoryIsTaken() throws {
    let bomb = PlaySequence(
      try AnimationTimeline(durations: Array(repeating: 65535, count: 50), timebase: .centiseconds))
    // 32,767.5 s at 60 fps; and at a rate that no memory could hold.
    #expect(throws: TimingError.tooManyOutputFrames(frames: 1_966_050, limit: 1_000_000)) {
      try AnimationTimeline.Schedule.constant(FrameRate(60)).schedule(bomb)
    }
    #expect(throws: TimingError.self) {
      try AnimationTimeline.Schedule.constant(FrameRate(.max)).schedule(bomb)
    }
    #expect(
      try AnimationTimeline.Schedule.constant(FrameRate(60)).schedule(
        bomb, maxOutputFrames: 1_966_050
      )
      .frameCount == 1_966_050)
    var endless = try Example.milliseconds(40, 60)
    endless.plays = .max
    for schedule in [
      AnimationTimeline.Schedule.variable, .slots(tolerance: .seconds(1)), .constant(FrameRate(3)),
    ] {
      #expect(throws: TimingError.self) { try schedule.schedule(endless) }
    }
    let three = try TimingEdits(loops: 3).apply(to: Example.milliseconds(40, 60).timeline)
    #expect(throws: TimingError.tooManyOutputFrames(frames: 6, limit: 5)) {
      try AnimationTimeline.Schedule.variable.schedule(three, maxOutputFrames: 5)
    }
    #expect(
      try AnimationTimeline.Schedule.variable.schedule(three, maxOutputFrames: 6).frameCount == 6)
  }

  @Test func aMillionFramesAreScheduled() throws {
    let play = PlaySequence(
      try AnimationTimeline(
        durations: (0..<1_000_000).map { Int64($0 % 3 + 2) }, timebase: .centiseconds))
    #expect(try AnimationTimeline.Schedule.variable.schedule(play).entries.count == 1_000_000)
    let constant = try AnimationTimeline.Schedule.constant(FrameRate(25)).schedule(play)
    #expect(constant.slotCount == 750_000)
    let rounded = try AnimationTimeline.Schedule.variable.schedule(
      play, containerTimebase: .milliseconds)
    #expect(rounded.total == 29_999_990)
  }

  @Test(arguments: [
    "variable", "slots", "fps=25", "fps=30000/1001", "slots-or-fps=30", "slots-or-fps=30000/1001",
  ])
  func textsComeBack(text: String) throws {
    #expect(try #require(AnimationTimeline.Schedule(parsing: text)).description == text)
  }

  @Test(arguments: [
    "", "fps", "fps=", "fps=0", "25", "slots=5", "slots-or-fps", "slots-or-fps=", "fps=25=1",
  ])
  func refusesOtherTexts(text: String) {
    #expect(AnimationTimeline.Schedule(parsing: text) == nil)
  }
}
