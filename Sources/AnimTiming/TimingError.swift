/// Why times could not be computed. No case is a defect of the program: each says which value of
/// the file or of the request stands in the way.
public enum TimingError: Error, Hashable, Sendable {
  /// A time, a rate or a unit does not fit 64 bits.
  case outOfRange
  /// No unit that fits 64 bits holds times of both units.
  case noCommonTimebase(Timebase, Timebase)
  /// The time is no whole number of ticks of the unit, and rounding was excluded.
  case inexact(RationalTime, Timebase)

  /// There is nothing to show.
  case noFrames
  /// The file declares a delay of zero, and the policy takes delays as written.
  case zeroDelay(frame: Int)
  /// The file declares no delay, and the policy takes delays as written.
  case missingDelay(frame: Int)
  /// The file declares a delay below zero, and the policy takes delays as written.
  case negativeDelay(frame: Int)
  /// A policy's minimum or replacement is not above zero.
  case unusableReplacement(RationalTime)
  /// Each frame of a timeline lasts at least one tick.
  case nonPositiveDuration(frame: Int)

  /// The range names a frame or a time that the animation does not have.
  case rangeBeyondEnd(FrameRange, frames: Int, total: RationalTime)
  /// The range holds nothing.
  case emptyRange(FrameRange)
  /// Of every how many frames one is kept: at least 1.
  case invalidStep(Int)
  /// The time between frames that are kept is above zero.
  case invalidInterval(RationalTime)
  /// Of how many frames are kept: at least 1.
  case invalidPick(Int)
  /// Frames were asked for by their moments, and no moment was given.
  case noMoments
  /// Nothing is shown any more at the moment that was asked for.
  case momentBeyondEnd(FrameMoment, frames: Int, total: RationalTime)
  /// What is shown at the moment that was asked for lies outside of the part that is wanted.
  case momentOutsideRange(FrameMoment, FrameRange)
  /// No frame that is left is a key frame.
  case noKeyFrames
  /// Baked plays are a whole number of at least 1.
  case invalidPlays(Int)
  /// A time to be added or reached is below zero.
  case negativeTime(RationalTime)

  /// Rounded to this unit, the frame would last no time.
  case frameVanishes(frame: Int, in: Timebase)
  /// One frame of this rate is shorter than one tick of the container.
  case rateBeyondContainer(FrameRate, Timebase)
  /// More output frames than allowed; `frames` is `Int.max` when there are even more.
  case tooManyOutputFrames(frames: Int, limit: Int)
  /// All plays together last longer than 366 days.
  case tooLong(plays: Int, of: RationalTime)
  /// The exact slots are over the budget and no coarser ones are allowed by `tolerance`.
  ///
  /// `nearest` is what the smallest sufficient tolerance in whole milliseconds would give; nil
  /// when none is sufficient, because some frame would get no slot.
  case slotBudgetExceeded(
    exact: SlotSolution, nearest: SlotSolution?, tolerance: RationalTime?, budget: SlotBudget)
}
