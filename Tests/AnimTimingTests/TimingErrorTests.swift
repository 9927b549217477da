import Messages
import Testing

@testable import AnimTiming

@Suite struct TimingErrorTests {
  @Test func zeroDelayNamesTheFrame() {
    #expect(
      TimingError.zeroDelay(frame: 3).message.text(.options)
        == "frame 3 has a delay of zero; say how long such frames last with --zero-delay MS, or "
        + "choose another --delays policy")
    #expect(
      TimingError.zeroDelay(frame: 3).description
        == "frame 3 has a delay of zero; say how long such frames last with "
        + "timing.delays = .verbatim(zeroDelay: TIME), or choose another timing.delays policy")
  }

  @Test func slotBudgetTellsTheNearestSolution() throws {
    let error = try #require(throws: TimingError.self) {
      try AnimationTimeline.Schedule.slots(tolerance: nil).schedule(
        Example.milliseconds(30, 70, 100, 40, 60))
    }
    #expect(
      error.reason
        == "exact slots of 10 ms (100 fps, 30 slots) exceed the budget of 60 fps and 36000 slots")
    #expect(
      error.remedy?.text(.options)
        == "with --slot-tolerance 4 it is 1125/38 fps in 9 slots of 33.778 ms, boundaries moved "
        + "by at most 4 ms")
  }

  @Test func everyCaseSaysWhatIsWrong() throws {
    let range = AnimationTimeline.FrameRange.frames(from: 5, to: nil)
    let exact = AnimationTimeline.SlotSolution(exactFor: try Example.milliseconds(1, 1))
    let errors: [(TimingError, String)] = [
      (.outOfRange, "a time does not fit into a 64-bit integer"),
      (.noCommonTimebase(.centiseconds, Timebase(1, 60)), "times of both 1/100 s and 1/60 s"),
      (.inexact(RationalTime(1, 3), .milliseconds), "1/3 s is not a whole number of ticks"),
      (.noFrames, "there are no frames"),
      (.missingDelay(frame: 7), "frame 7 has no delay"),
      (.negativeDelay(frame: 7), "frame 7 has a delay below zero"),
      (.unusableReplacement(.zero), "but got 0 s"),
      (.nonPositiveDuration(frame: 7), "frame 7 would have no duration"),
      (
        .rangeBeyondEnd(range, frames: 4, total: .seconds(2)),
        "the range 5... is outside the animation of 4 frames and 2 s"
      ),
      (.emptyRange(range), "the range 5... is empty"),
      (.invalidStep(0), "but got 0"),
      (.invalidPlays(-1), "but got -1"),
      (.negativeTime(.seconds(-1)), "but got -1 s"),
      (.frameVanishes(frame: 7, in: .milliseconds), "frame 7 is too short"),
      (.rateBeyondContainer(FrameRate(2000), .milliseconds), "2000 fps is too fast"),
      (.tooManyOutputFrames(frames: 6, limit: 5), "6 output frames, but 5 are allowed"),
      (.tooManyOutputFrames(frames: .max, limit: 5), "too many output frames"),
      (.tooLong(plays: 1, of: .seconds(40_000_000)), "the output would last 40000000 s"),
      (.tooLong(plays: 3, of: .seconds(40_000_000)), "3 plays, each of which would last"),
      (
        .slotBudgetExceeded(
          exact: exact, nearest: nil, tolerance: .milliseconds(2),
          budget: AnimationTimeline.SlotBudget()),
        "and so does every slot within 2 ms"
      ),
    ]
    for (error, text) in errors {
      #expect(error.reason.description.contains(text), "\(error.reason)")
    }
  }
}
