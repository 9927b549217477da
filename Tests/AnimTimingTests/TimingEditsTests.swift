import Testing

@testable import AnimTiming

/// Edits are checked against a film strip: one source frame for every tick, edited as an array.
@Suite struct TimingEditsTests {
  /// The frames that a sequence shows at each tick of `timebase`, in one play.
  private func strip(_ play: PlaySequence, _ timebase: Timebase = .centiseconds) throws -> [Int] {
    let timeline = try play.timeline.rescaled(to: timebase)
    return zip(play.sourceIndices, timeline.durations).flatMap {
      Array(repeating: $0, count: Int($1))
    }
  }

  private func strip(_ durations: [Int64], _ order: [Int]) -> [Int] {
    order.flatMap { Array(repeating: $0, count: Int(durations[$0])) }
  }

  @Test func nothingIsChangedByDefault() throws {
    let timeline = try AnimationTimeline(durations: [3, 7, 10], timebase: .centiseconds)
    let play = try TimingEdits().apply(to: timeline)
    #expect(play == PlaySequence(timeline))
    #expect(play.sourceIndices == [0, 1, 2])
    #expect(play.plays == 1)
  }

  @Test func everyRangeOfFramesAndTimesIsCutAsAStrip() throws {
    for durations in allDurationLists(maxLength: 4, values: 1...3) {
      let timeline = try AnimationTimeline(durations: durations, timebase: .centiseconds)
      let all = strip(durations, Array(durations.indices))
      for from in 0..<durations.count {
        for to in from + 1...durations.count {
          let play = try TimingEdits(range: .frames(from: from, to: to)).apply(to: timeline)
          #expect(try strip(play) == strip(durations, Array(from..<to)))
        }
      }
      for from in 0..<all.count {
        for to in from + 1...all.count {
          let range = AnimationTimeline.FrameRange.times(
            from: RationalTime(Int64(from), 100), to: RationalTime(Int64(to), 100))
          let play = try TimingEdits(range: range).apply(to: timeline)
          #expect(try strip(play) == Array(all[from..<to]))
        }
      }
    }
  }

  @Test func timesBetweenTicksAreCutExactly() throws {
    let timeline = try AnimationTimeline(durations: [3, 7, 10], timebase: .centiseconds)
    let range = AnimationTimeline.FrameRange.times(
      from: RationalTime(1, 60), to: RationalTime(1, 7))
    let play = try TimingEdits(range: range).apply(to: timeline)
    #expect(play.sourceIndices == [0, 1, 2])
    #expect(
      play.timeline.durationTime(of: 0) == RationalTime(3, 100) - RationalTime(1, 60))
    #expect(play.timeline.durationTime(of: 1) == RationalTime(7, 100))
    #expect(
      play.timeline.durationTime(of: 2) == RationalTime(1, 7) - RationalTime(1, 10))
  }

  @Test func rangesBeyondTheAnimation() throws {
    let timeline = try AnimationTimeline(durations: [3, 7], timebase: .centiseconds)
    let total = timeline.totalTime
    for range in [
      AnimationTimeline.FrameRange.frames(from: 2, to: nil), .frames(from: 0, to: 3),
      .frames(from: -1, to: 1),
      .times(from: total, to: nil), .times(from: .seconds(-1), to: nil),
    ] {
      #expect(throws: TimingError.rangeBeyondEnd(range, frames: 2, total: total)) {
        try TimingEdits(range: range).apply(to: timeline)
      }
    }
    for range in [
      AnimationTimeline.FrameRange.frames(from: 1, to: 1), .frames(from: 1, to: 0),
      .times(from: RationalTime(1, 50), to: RationalTime(1, 50)),
    ] {
      #expect(throws: TimingError.emptyRange(range)) {
        try TimingEdits(range: range).apply(to: timeline)
      }
    }
    let window = AnimationTimeline.FrameRange.times(from: RationalTime(1, 50), to: .seconds(9))
    #expect(
      try strip(TimingEdits(range: window).apply(to: timeline)) == [0]
        + Array(repeating: 1, count: 7))
  }

  @Test func keptFramesTakeTheTimeOfThoseTheyReplace() throws {
    let timeline = try AnimationTimeline(durations: [1, 2, 3, 4, 5], timebase: .centiseconds)
    let play = try TimingEdits(every: 2).apply(to: timeline)
    #expect(play.sourceIndices == [0, 2, 4])
    #expect(Array(play.timeline.durations) == [3, 7, 5])
    let one = try TimingEdits(every: 9).apply(to: timeline)
    #expect(one.sourceIndices == [0])
    #expect(one.timeline.totalTime == timeline.totalTime)
    #expect(throws: TimingError.invalidStep(0)) { try TimingEdits(every: 0).apply(to: timeline) }
  }

  @Test func directionsCarryDurationsAlong() throws {
    for durations in allDurationLists(maxLength: 4, values: 1...3) {
      let timeline = try AnimationTimeline(durations: durations, timebase: .centiseconds)
      let there = Array(durations.indices)
      let between = Array(there.dropFirst().dropLast())
      let orders: [TimingEdits.Direction: [Int]] = [
        .forward: there, .reverse: there.reversed(), .bounce: there + between.reversed(),
        .reverseBounce: there.reversed() + between,
      ]
      for (direction, order) in orders {
        let play = try TimingEdits(direction: direction).apply(to: timeline)
        #expect(play.sourceIndices == order)
        #expect(try strip(play) == strip(durations, order))
      }
    }
  }

  @Test func speedIsExact() throws {
    let timeline = try AnimationTimeline(durations: [3, 7], timebase: .centiseconds)
    let fast = try TimingEdits(speed: TimingEdits.Speed(2)).apply(to: timeline)
    #expect(fast.timeline.durationTime(of: 0) == RationalTime(3, 200))
    #expect(fast.timeline.totalTime == RationalTime(1, 20))
    let odd = try TimingEdits(speed: TimingEdits.Speed(7, 3)).apply(to: timeline)
    #expect(odd.timeline.totalTime == RationalTime(3, 70))
    #expect(throws: TimingError.outOfRange) {
      try TimingEdits(speed: TimingEdits.Speed(.max)).apply(to: timeline)
    }
  }

  @Test func theLastFrameIsHeldAfterSpeed() throws {
    let timeline = try AnimationTimeline(durations: [3, 7], timebase: .centiseconds)
    let play = try TimingEdits(speed: TimingEdits.Speed(2), holdLast: RationalTime(1, 3))
      .apply(to: timeline)
    #expect(play.timeline.durationTime(of: 0) == RationalTime(3, 200))
    #expect(play.timeline.durationTime(of: 1) == RationalTime(7, 200) + RationalTime(1, 3))
    #expect(throws: TimingError.negativeTime(.seconds(-1))) {
      try TimingEdits(holdLast: .seconds(-1)).apply(to: timeline)
    }
  }

  @Test(arguments: [
    ("0", 1, 1), ("0.1", 1, 1), ("0.11", 1, 2), ("0.2", 1, 2), ("3", 1, 30), ("3", 40, 40),
    ("1/3", 2, 4),
  ])
  func wholePlaysReachTheMinimum(minimum: String, loops: Int, plays: Int) throws {
    let timeline = try AnimationTimeline(durations: [3, 7], timebase: .centiseconds)
    let minimum = try #require(RationalTime(minimum))
    let play = try TimingEdits(loops: loops, minDuration: minimum).apply(to: timeline)
    #expect(play.plays == plays)
    #expect(play.timeline.count == 2)
    #expect(try play.totalTime() >= minimum)
  }

  @Test func playsAreAtLeastOne() throws {
    let timeline = try AnimationTimeline(durations: [3], timebase: .centiseconds)
    #expect(throws: TimingError.invalidPlays(0)) { try TimingEdits(loops: 0).apply(to: timeline) }
    #expect(throws: TimingError.negativeTime(.seconds(-1))) {
      try TimingEdits(minDuration: .seconds(-1)).apply(to: timeline)
    }
    #expect(throws: TimingError.outOfRange) {
      try TimingEdits(minDuration: RationalTime(.max, 1)).apply(to: timeline)
    }
    #expect(throws: TimingError.noFrames) {
      try TimingEdits().apply(to: AnimationTimeline(durations: [], timebase: .centiseconds))
    }
  }

  @Test func allEditsFollowTheirOrder() throws {
    // a b c d e f of 1 to 6 cs: range b..f, every 2 gives b(2+3) d(4+5) f(6); bounce b d f d;
    // twice as fast; the last one held 1 s; three plays.
    let timeline = try AnimationTimeline(durations: [1, 2, 3, 4, 5, 6], timebase: .centiseconds)
    let play = try TimingEdits(
      range: .frames(from: 1, to: nil), every: 2, direction: .bounce, speed: TimingEdits.Speed(2),
      holdLast: .seconds(1), loops: 3
    ).apply(to: timeline)
    #expect(play.sourceIndices == [1, 3, 5, 3])
    #expect(
      (0..<4).map { play.timeline.durationTime(of: $0).formatted(in: .milliseconds) } == [
        "25 ms", "45 ms", "30 ms", "1045 ms",
      ])
    #expect(play.plays == 3)
  }

  /// The frame that is shown at a time, found by examining one after the other. In units of 1/300
  /// s.
  private func shown(at time: Int64, in timeline: AnimationTimeline) -> Int? {
    (0..<timeline.count).first {
      timeline.boundaries[$0] * 3 <= time && time < timeline.boundaries[$0 + 1] * 3
    }
  }

  @Test func anIntervalKeepsTheFramesThatAreShownAtItsMultiples() throws {
    for durations in allDurationLists(maxLength: 4, values: 1...4) {
      let timeline = try AnimationTimeline(durations: durations, timebase: .centiseconds)
      for interval in [
        RationalTime(1, 100), RationalTime(2, 100), RationalTime(5, 300), RationalTime(7, 300),
        .seconds(1),
      ] {
        let play = try TimingEdits(interval: interval).apply(to: timeline)
        let step = interval.numerator * 300 / interval.denominator
        let times = stride(from: 0, to: timeline.total * 3, by: Int64.Stride(step))
        let kept = Set(times.compactMap { shown(at: $0, in: timeline) }).sorted()
        #expect(play.sourceIndices == kept)
        #expect(play.timeline.total == timeline.total)
        #expect(play.timeline.boundaries.dropLast() == kept.map { timeline.boundaries[$0] }[...])
      }
    }
    let timeline = try AnimationTimeline(durations: [3], timebase: .centiseconds)
    #expect(throws: TimingError.invalidInterval(.zero)) {
      try TimingEdits(interval: .zero).apply(to: timeline)
    }
  }

  @Test func framesArePickedEvenlyOverTheTime() throws {
    // Ten frames of 1 s and one of 30: if frames were counted, they would be in the first quarter.
    let timeline = try AnimationTimeline(
      durations: Array(repeating: 100, count: 10) + [3000], timebase: .centiseconds)
    let play = try TimingEdits(pick: 4).apply(to: timeline)
    #expect(play.sourceIndices == [0, 10])
    #expect(play.timeline.boundaries == [0, 1000, 4000])
    for count in [1, 3, 7, 19] {
      let even = try AnimationTimeline(
        durations: Array(repeating: 4, count: 100), timebase: .centiseconds)
      let indices = try TimingEdits(pick: count).apply(to: even).sourceIndices
      #expect(indices.count == count)
      #expect(
        zip(indices, 0..<count).allSatisfy {
          $0 == 100 * $1 / count
        })
    }
    // If the number is at least the number of frames, all are kept; a range applies first.
    #expect(try TimingEdits(pick: 11).apply(to: timeline).sourceIndices == Array(0...10))
    #expect(
      try TimingEdits(range: .frames(from: 2, to: 8), pick: 3).apply(to: timeline).sourceIndices
        == [2, 4, 6])
    #expect(throws: TimingError.invalidPick(0)) { try TimingEdits(pick: 0).apply(to: timeline) }
  }

  @Test func momentsKeepTheFramesThatAreShownThen() throws {
    for durations in allDurationLists(maxLength: 4, values: 1...3) {
      let timeline = try AnimationTimeline(durations: durations, timebase: .centiseconds)
      for first in 0..<timeline.total * 3 {
        for second in [0, timeline.total * 3 / 2, timeline.total * 3 - 1] {
          let moments = [first, second].map {
            AnimationTimeline.FrameMoment.time(RationalTime($0, 300))
          }
          let play = try TimingEdits(at: moments).apply(to: timeline)
          let kept = Set([first, second].compactMap { shown(at: $0, in: timeline) }).sorted()
          #expect(play.sourceIndices == kept)
          let starts = kept.map { timeline.boundaries[$0] - timeline.boundaries[kept[0]] }
          #expect(play.timeline.boundaries.dropLast() == starts[...])
          #expect(play.timeline.total == timeline.total - timeline.boundaries[kept[0]])
        }
      }
    }
  }

  @Test func momentsCountFromTheStartOfTheInput() throws {
    let timeline = try AnimationTimeline(durations: [10, 20, 30, 40], timebase: .centiseconds)
    let range = AnimationTimeline.FrameRange.times(
      from: RationalTime(2, 10), to: RationalTime(9, 10))
    func kept(
      _ moments: AnimationTimeline.FrameMoment..., range: AnimationTimeline.FrameRange? = range
    ) throws -> [Int] {
      try TimingEdits(range: range, at: moments).apply(to: timeline).sourceIndices
    }
    #expect(
      try kept(.time(RationalTime(89, 100)), .frame(2), .time(RationalTime(2, 10))) == [1, 2, 3])
    for moment in [
      AnimationTimeline.FrameMoment.time(RationalTime(19, 100)), .time(RationalTime(9, 10)),
      .frame(0),
    ] {
      #expect(throws: TimingError.momentOutsideRange(moment, range)) { try kept(moment) }
    }
    let end = RationalTime.seconds(1)
    for moment in [AnimationTimeline.FrameMoment.time(end), .frame(4)] {
      let error = TimingError.momentBeyondEnd(moment, frames: 4, total: end)
      #expect(throws: error) { try kept(moment) }
      #expect(throws: error) { try kept(moment, range: nil) }
    }
    #expect(throws: TimingError.noMoments) { try TimingEdits(at: []).apply(to: timeline) }
  }

  @Test func keyFramesAreChosenBeforeOthersAreKept() throws {
    let timeline = try AnimationTimeline(durations: [10, 20, 30, 40, 50], timebase: .centiseconds)
    func play(_ edits: TimingEdits, keys: Set<Int>) throws -> PlaySequence {
      try edits.apply(to: timeline, isKey: keys.contains)
    }
    let keys = try play(TimingEdits(select: .key), keys: [0, 2, 3])
    #expect(keys.sourceIndices == [0, 2, 3] && keys.timeline.boundaries == [0, 30, 60, 150])
    let late = try play(
      TimingEdits(range: .frames(from: 1, to: nil), select: .key, every: 2), keys: [0, 2, 3, 4])
    #expect(late.sourceIndices == [2, 4] && late.timeline.boundaries == [0, 70, 120])
    #expect(throws: TimingError.noKeyFrames) {
      try play(TimingEdits(range: .frames(from: 1, to: 2), select: .key), keys: [0, 2])
    }
  }

  static let moments: [(text: String, moments: [AnimationTimeline.FrameMoment]?)] = [
    ("1.5s", [.time(RationalTime(3, 2))]), ("500ms, f7", [.time(RationalTime(1, 2)), .frame(7)]),
    ("00:01:30.5", [.time(RationalTime(181, 2))]), ("1m30s", [.time(.seconds(90))]),
    ("1h0m1.5s", [.time(RationalTime(7203, 2))]), ("2m", [.time(.seconds(120))]),
    ("90s", [.time(.seconds(90))]), ("7", nil),
    ("1.5", [.time(RationalTime(3, 2))]), ("0.040", [.time(RationalTime(1, 25))]), ("1.", nil),
    ("f", nil), ("f-1", nil),
    ("f1.5", nil), ("-1s", nil), ("", nil), ("1s,", nil), ("1m90s", nil), ("1s30m", nil),
    ("m30s", nil), ("1m30", nil), ("1.5m30s", nil), ("f99999999999999999999", nil),
  ]

  @Test(arguments: moments)
  func aMomentIsReadAsItIsWritten(text: String, moments: [AnimationTimeline.FrameMoment]?) {
    #expect(AnimationTimeline.FrameMoment.list(parsing: text) == moments)
    for moment in moments ?? [] {
      #expect(AnimationTimeline.FrameMoment(moment.description) == moment)
    }
  }
}
