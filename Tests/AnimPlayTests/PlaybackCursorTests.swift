import AnimTiming
import TestSupport
import Testing

@testable import AnimPlay

@Suite struct PlaybackCursorTests {
  /// Durations of 1 to 5 ticks of 1/100 s or 1/60 s.
  private static func timeline(_ random: inout SeededGenerator) throws -> AnimationTimeline {
    let count = Int.random(in: 1...6, using: &random)
    return try AnimationTimeline(
      durations: (0..<count).map { _ in Int64.random(in: 1...5, using: &random) },
      timebase: Bool.random(using: &random) ? .centiseconds : Timebase(1, 60))
  }

  /// Every frame of the first plays with its start and end in ticks.
  private static func writtenOut(
    _ timeline: AnimationTimeline, plays: Int
  ) -> [(play: Int, frame: Int, start: Int64, end: Int64)] {
    (0..<plays).flatMap { play in
      (0..<timeline.count).map { frame in
        let offset = timeline.total * Int64(play)
        return (
          play, frame, offset + timeline.boundaries[frame],
          offset + timeline.boundaries[frame + 1]
        )
      }
    }
  }

  @Test func skippingFollowsTheClockExactly() throws {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<300 {
      let timeline = try Self.timeline(&random)
      let plays = Int.random(in: 0...3, using: &random)
      let all = Self.writtenOut(timeline, plays: plays == 0 ? 300 : plays)
      var cursor = PlaybackCursor(
        timeline: timeline, plays: LoopCount(totalPlays: plays), lateness: .skip)
      // Sevenths of a tick, so that times lie on boundaries and between them.
      var seventh = Int64(0)
      for _ in 0..<40 {
        let elapsed = try RationalTime(ticks: seventh, timebase: timeline.timebase)
          .multiplied(by: 1, over: 7)
        let position = cursor.advance(to: elapsed)
        let shown = all.last { $0.start * 7 <= seventh }!
        let isOver = plays > 0 && seventh >= all.last!.end * 7
        #expect(position.frame == shown.frame)
        #expect(position.play == shown.play)
        #expect(position.isFinished == isOver)
        let change =
          isOver ? nil : try RationalTime(ticks: shown.end, timebase: timeline.timebase)
        #expect(position.nextChange == change)
        seventh += Int64.random(in: 0...40, using: &random)
      }
    }
  }

  /// The rule in words: each query shows at most one frame, the next one if its time has come. If a
  /// frame is shown after its own time is over, everything after it is delayed.
  @Test func slowingDownLeavesOutNoFrame() throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<300 {
      let timeline = try Self.timeline(&random)
      let plays = Int.random(in: 1...3, using: &random)
      var rest = Self.writtenOut(timeline, plays: plays)[...]
      var cursor = PlaybackCursor(
        timeline: timeline, plays: .plays(plays), lateness: .slowDown)
      var shown = rest.removeFirst()
      var now = Int64(0)
      for _ in 0..<60 {
        let isReady = Int.random(in: 0..<4, using: &random) > 0
        if let next = rest.first, next.start <= now {
          if isReady {
            shown = rest.removeFirst()
            if now > shown.end { push(&rest, &shown, by: now - shown.end) }
          } else {
            let late = now - next.start
            shown.end += late
            for index in rest.indices {
              rest[index].start += late
              rest[index].end += late
            }
          }
        }
        let position = cursor.advance(
          to: try RationalTime(ticks: now, timebase: timeline.timebase)
        ) { _ in isReady }
        #expect(position.frame == shown.frame)
        #expect(position.play == shown.play)
        let isOver = rest.isEmpty && now >= shown.end
        #expect(position.isFinished == isOver)
        let change =
          isOver ? nil : try RationalTime(ticks: shown.end, timebase: timeline.timebase)
        #expect(position.nextChange == change)
        now += Int64.random(in: 0...6, using: &random)
      }
    }
  }

  private func push(
    _ rest: inout ArraySlice<(play: Int, frame: Int, start: Int64, end: Int64)>,
    _ shown: inout (play: Int, frame: Int, start: Int64, end: Int64), by late: Int64
  ) {
    shown.end += late
    for index in rest.indices {
      rest[index].start += late
      rest[index].end += late
    }
  }

  @Test func looksThatComeInTimeShowEveryFrameWhenDue() throws {
    // rock.gif's delays: 700 ms first, then mostly 50 ms.
    let durations: [Int64] =
      [70] + Array(repeating: 5, count: 18) + Array(repeating: 10, count: 21)
      + Array(repeating: 5, count: 18)
    let timeline = try AnimationTimeline(durations: durations, timebase: .centiseconds)
    for lateness in PlaybackCursor.Lateness.allCases {
      var cursor = PlaybackCursor(timeline: timeline, plays: .plays(2), lateness: lateness)
      var position = cursor.advance(to: RationalTime.zero)
      var frames = [position.frame]
      while let change = position.nextChange {
        position = cursor.advance(to: change)
        if !position.isFinished { frames.append(position.frame) }
      }
      #expect(frames == Array(0..<58) + Array(0..<58))
      #expect(position.isFinished)
      #expect(position.frame == 57)
    }
  }

  @Test func extremeTimesDoNotTrap() throws {
    let timeline = try AnimationTimeline(durations: [1, .max / 4], timebase: .milliseconds)
    for lateness in PlaybackCursor.Lateness.allCases {
      var cursor = PlaybackCursor(timeline: timeline, plays: .forever, lateness: lateness)
      for time in [-5, 0, 1, .max / 2, .max] as [Int64] {
        let position = cursor.advance(to: RationalTime(time, 1))
        #expect((0..<2).contains(position.frame))
      }
    }
    #expect(RationalTime(Duration.seconds(Int64.max)) == RationalTime(.max, 1_000_000_000))
    #expect(RationalTime(Duration.seconds(-Int64.max)) == RationalTime(.min, 1_000_000_000))
    #expect(RationalTime(Duration.milliseconds(1500)) == RationalTime(3, 2))
    #expect(RationalTime(Duration.milliseconds(-1500)) == RationalTime(-3, 2))
  }
}
