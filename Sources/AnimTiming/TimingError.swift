/// Why times could not be computed. The cause is always a value of the file or of the request,
/// never a defect of the program.
public enum TimingError: Error, Hashable, Sendable {
  /// A time, a rate or a unit does not fit 64 bits.
  case outOfRange
  /// No unit that fits 64 bits holds times of both units.
  case noCommonTimebase(Timebase, Timebase)
  /// The time is not a whole number of ticks of the unit, and rounding was excluded.
  case inexact(RationalTime, Timebase)

  /// The animation has no frames.
  case noFrames
  /// The file declares a delay of zero, and the policy takes delays as written.
  case zeroDelay(frame: Int)
  /// The file declares no delay, and the policy takes delays as written.
  case missingDelay(frame: Int)
  /// The file declares a delay below zero, and the policy takes delays as written.
  case negativeDelay(frame: Int)
  /// Another number of durations than frames is given.
  case delayCount(Int, frames: Int)
  /// The duration that is given for a frame is not above zero.
  case noDuration(RationalTime)
  /// A policy's minimum or replacement is not above zero.
  case unusableReplacement(RationalTime)
  /// Each frame of a timeline lasts at least one tick.
  case nonPositiveDuration(frame: Int)

  /// The range names a frame or a time that the animation does not have.
  case rangeBeyondEnd(AnimationTimeline.FrameRange, frames: Int, total: RationalTime)
  /// The range is empty.
  case emptyRange(AnimationTimeline.FrameRange)
  /// The step between kept frames must be at least 1.
  case invalidStep(Int)
  /// The time between kept frames must be above zero.
  case invalidInterval(RationalTime)
  /// The number of frames to keep must be at least 1.
  case invalidPick(Int)
  /// Frames were requested by their moments, but no moment was given.
  case noMoments
  /// The requested moment is after the end.
  case momentBeyondEnd(AnimationTimeline.FrameMoment, frames: Int, total: RationalTime)
  /// The frame at the requested moment is outside the selected part.
  case momentOutsideRange(AnimationTimeline.FrameMoment, AnimationTimeline.FrameRange)
  /// None of the remaining frames is a key frame.
  case noKeyFrames
  /// The number of baked plays must be at least 1.
  case invalidPlays(Int)
  /// A time to add or reach is negative.
  case negativeTime(RationalTime)

  /// Rounded to this unit, the frame would have no duration.
  case frameVanishes(frame: Int, in: Timebase)
  /// One frame of this rate is shorter than one tick of the container.
  case rateBeyondContainer(FrameRate, Timebase)
  /// The output would have more frames than allowed; `frames` is `Int.max` if the number does not
  /// fit.
  case tooManyOutputFrames(frames: Int, limit: Int)
  /// All plays together last longer than 366 days.
  case tooLong(plays: Int, of: RationalTime)
  /// The exact slots exceed the limit, and `tolerance` allows no coarser ones.
  ///
  /// `nearest` is the result of the smallest sufficient tolerance in whole milliseconds; nil if
  /// none is sufficient, because some frame would get no slot.
  case slotBudgetExceeded(
    exact: AnimationTimeline.SlotSolution, nearest: AnimationTimeline.SlotSolution?,
    tolerance: RationalTime?, budget: AnimationTimeline.SlotBudget)
}
