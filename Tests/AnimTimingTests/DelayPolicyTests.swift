import Testing

@testable import AnimTiming

@Suite struct DelayPolicyTests {
  /// The resulting milliseconds of single frames, so that frames do not affect each other.
  private func milliseconds(
    _ policy: DelayPolicy, _ delays: [Delay]
  ) throws -> [RationalTime] {
    try delays.map { try policy.resolve([$0]).timeline.totalTime.milliseconds }
  }

  private func times(_ texts: String...) -> [RationalTime] {
    texts.map { RationalTime($0)! }
  }

  /// The durations that players show for raw 0, 1, 2, 3 and 4 cs.
  @Test(arguments: [
    ("browser", ["100", "100", "20", "30", "40"]),
    ("flanimatedimage", ["100", "100", "20", "30", "40"]),
    ("11:100", ["100", "100", "20", "30", "40"]),  // YYImage, SDWebImage
    ("gifu", ["200/3", "100", "20", "30", "40"]),
    ("100/3:100/3", ["100/3", "100/3", "100/3", "100/3", "40"]),  // AVAnimator, GIF
    ("verbatim:100/3", ["100/3", "10", "20", "30", "40"]),  // AVAnimator, APNG
    ("ffmpeg", ["100", "100", "20", "30", "40"]),
  ])
  func playsShortDelaysAsThePlayerDoes(policy: String, expected: [String]) throws {
    let policy = try #require(DelayPolicy(policy))
    let decided = try milliseconds(policy, (0...4).map { .centiseconds($0) })
    #expect(decided == expected.map { RationalTime($0)! })
  }

  @Test func browserPlaysGIFAsMeasured() throws {
    let raw: [Delay] = [.missing] + [0, 1, 2, 3, 4, 5, 6, 10, 11].map { .centiseconds($0) }
    #expect(
      try milliseconds(.browser, raw)
        == times("100", "100", "100", "20", "30", "40", "50", "60", "100", "110"))
  }

  @Test func browserPlaysAPNGAsMeasured() throws {
    let short: [(UInt16, UInt16)] = [
      (0, 0), (0, 100), (1, 0), (1, 100), (1, 1000), (5, 1000), (10, 1000),
    ]
    for (numerator, denominator) in short {
      #expect(
        try milliseconds(.browser, [.fraction(numerator, denominator)]) == times("100"))
    }
    let kept: [Delay] = [
      .fraction(11, 1000), .fraction(15, 1000), .fraction(20, 1000), .fraction(2, 0),
      .fraction(5, 0), .fraction(1, 60), .fraction(1, 90), .fraction(1, 99),
    ]
    #expect(
      try milliseconds(.browser, kept)
        == times("11", "15", "20", "20", "50", "16", "11", "100"))
  }

  @Test func browserPlaysWebPAsMeasured() throws {
    let raw = [0, 1, 5, 10, 11, 15, 20].map { Delay.milliseconds($0) }
    #expect(
      try milliseconds(.browser, raw)
        == times("100", "100", "100", "100", "11", "15", "20"))
  }

  @Test func workedExampleUnderBrowserAndVerbatim() throws {
    let raw = [0, 1, 2, 3, 4, 10].map { Delay.centiseconds($0) }
    let resolved = try DelayPolicy.browser.resolve(raw)
    #expect(resolved.timeline.timebase == .milliseconds)
    #expect(Array(resolved.timeline.durations) == [100, 100, 20, 30, 40, 100])
    #expect(
      resolved.changes == [
        DelayChange(frames: 0..<1, raw: .centiseconds(0), decided: .milliseconds(100)),
        DelayChange(frames: 1..<2, raw: .centiseconds(1), decided: .milliseconds(100)),
      ])
    #expect(resolved.changedFrameCount == 2)
    #expect(throws: TimingError.zeroDelay(frame: 0)) {
      try DelayPolicy.verbatim(zeroDelay: nil).resolve(raw)
    }
    let kept = try DelayPolicy.verbatim(zeroDelay: .milliseconds(40)).resolve(raw)
    #expect(Array(kept.timeline.durations) == [4, 1, 2, 3, 4, 10])
    #expect(kept.timeline.timebase == .centiseconds)
    #expect(kept.changes.map(\.frames) == [0..<1])
  }

  @Test func verbatimNamesTheFrameItCannotTime() {
    let verbatim = DelayPolicy.verbatim(zeroDelay: nil)
    #expect(throws: TimingError.missingDelay(frame: 2)) {
      try verbatim.resolve([.centiseconds(1), .centiseconds(2), .missing])
    }
    #expect(throws: TimingError.zeroDelay(frame: 1)) {
      try verbatim.resolve([.centiseconds(1), .milliseconds(0)])
    }
    #expect(throws: TimingError.negativeDelay(frame: 1)) {
      try DelayPolicy.verbatim(zeroDelay: .seconds(1))
        .resolve([.centiseconds(1), .milliseconds(-3)])
    }
  }

  @Test func missingDelaysGetWhatThePlayerGivesThem() throws {
    let raw: [Delay] = [.missing, .centiseconds(7), .missing, .missing, .centiseconds(1), .missing]
    func durations(_ policy: DelayPolicy) throws -> [RationalTime] {
      let timeline = try policy.resolve(raw).timeline
      return (0..<timeline.count).map { timeline.durationTime(of: $0).milliseconds }
    }
    #expect(try durations(.browser) == times("100", "70", "100", "100", "100", "100"))
    #expect(try durations(.ffmpeg) == times("100", "70", "100", "100", "100", "100"))
    #expect(try durations(.flanimatedimage) == times("100", "70", "70", "70", "100", "100"))
    #expect(
      try durations(.gifu) == times("200/3", "70", "200/3", "200/3", "100", "200/3"))
    #expect(
      try durations(.minimum(.milliseconds(20), replacement: .milliseconds(50)))
        == times("50", "70", "50", "50", "50", "50"))
    #expect(
      try durations(.verbatim(zeroDelay: .milliseconds(3)))
        == times("3", "70", "3", "3", "10", "3"))
  }

  @Test func shortIsBelowTwentyMillisecondsExactly() throws {
    let raw: [Delay] = [
      .fraction(1, 50), .fraction(1, 51),
      .declared(ticks: 19_999, timebase: Timebase(1, 1_000_000)),
    ]
    for policy in [DelayPolicy.flanimatedimage, .ffmpeg, .gifu] {
      #expect(try milliseconds(policy, raw) == times("20", "100", "100"))
    }
  }

  @Test func mixedUnitsMeetExactly() throws {
    let resolved = try DelayPolicy.verbatim(zeroDelay: nil)
      .resolve([.centiseconds(1), .fraction(1, 60), .fraction(1, 60), .milliseconds(5)])
    #expect(resolved.timeline.timebase == Timebase(1, 3000))
    #expect(Array(resolved.timeline.durations) == [30, 50, 50, 15])
    #expect(resolved.changes.isEmpty)
  }

  @Test func equalNeighboringChangesAreOneRun() throws {
    let raw = [0, 0, 0, 5, 0, 1, 1].map { Delay.centiseconds($0) }
    let resolved = try DelayPolicy.browser.resolve(raw)
    #expect(resolved.changes.map(\.frames) == [0..<3, 4..<5, 5..<7])
    #expect(resolved.changedFrameCount == 6)
  }

  @Test func cuttingToMillisecondsIsAChange() throws {
    let resolved = try DelayPolicy.browser.resolve([.fraction(1, 60), .fraction(1, 50)])
    #expect(
      resolved.changes == [
        DelayChange(frames: 0..<1, raw: .fraction(1, 60), decided: .milliseconds(16))
      ])
  }

  @Test(arguments: [
    "browser", "flanimatedimage", "ffmpeg", "gifu", "verbatim", "verbatim:40", "20:100",
    "16.5:100", "100/3:100/3",
  ])
  func textsComeBack(text: String) throws {
    #expect(try #require(DelayPolicy(text)).description == text)
  }

  @Test(arguments: [
    "", "Browser", "20", "20:", ":100", "20:0", "0:100", "-1:5", "verbatim:", "verbatim:0",
    "browser:5", "1:2:3", "20ms:100ms",
  ])
  func refusesOtherTexts(text: String) {
    #expect(DelayPolicy(text) == nil)
  }

  @Test func refusesWhatCannotBeADuration() {
    #expect(throws: TimingError.noFrames) { try DelayPolicy.browser.resolve([]) }
    #expect(throws: TimingError.unusableReplacement(.zero)) {
      try DelayPolicy.verbatim(zeroDelay: .zero).resolve([.centiseconds(5)])
    }
    #expect(throws: TimingError.unusableReplacement(.seconds(-1))) {
      try DelayPolicy.minimum(.seconds(1), replacement: .seconds(-1)).resolve([.centiseconds(5)])
    }
  }

  @Test func hugeValuesThrowInsteadOfTrapping() {
    let huge = Delay.declared(ticks: .max, timebase: Timebase(.max, 1))
    let long = Delay.declared(ticks: .max, timebase: Timebase(1, 1))
    let low = Delay.declared(ticks: .min, timebase: Timebase(.max, 1))
    for policy in DelayPolicy.named + [.minimum(.seconds(1), replacement: .seconds(2))] {
      #expect(throws: TimingError.outOfRange) { try policy.resolve([huge]) }
      #expect(throws: TimingError.outOfRange) { try policy.resolve([long, long]) }
    }
    #expect(throws: TimingError.noCommonTimebase(Timebase(1, .max), Timebase(1, .max - 1))) {
      try DelayPolicy.verbatim(zeroDelay: nil).resolve([
        .declared(ticks: 1, timebase: Timebase(1, .max)),
        .declared(ticks: 1, timebase: Timebase(1, .max - 1)),
      ])
    }
    for policy in [DelayPolicy.flanimatedimage, .ffmpeg, .gifu] {
      #expect(throws: Never.self) { try policy.resolve([low]) }
    }
  }

  @Test func aMillionFramesAreResolved() throws {
    let raw = (0..<1_000_000).map { Delay.centiseconds(Int64($0 % 7)) }
    let resolved = try DelayPolicy.browser.resolve(raw)
    #expect(resolved.timeline.count == 1_000_000)
    // Of seven frames two change, and 1,000,000 is 142,857 sevens and one.
    #expect(resolved.changedFrameCount == 2 * 142_857 + 1)
    #expect(resolved.timeline.total == 142_857 * (100 + 100 + 20 + 30 + 40 + 50 + 60) + 100)
    #expect(resolved.timeline.frameIndex(at: .seconds(40)) == 700)
  }
}

extension RationalTime {
  /// Milliseconds as a number, for comparison with written numbers.
  fileprivate var milliseconds: RationalTime { self * 1000 }
}
