public import Messages

extension TimingError: CustomStringConvertible {
  /// Why, in words.
  public var description: String { message.description }

  /// ``reason``, and ``remedy`` when there is one.
  package var message: ConversionMessage {
    remedy.map { "\(reason); \($0)" } ?? reason
  }

  /// The reason, with the values, as a clause without a full stop.
  public var reason: ConversionMessage {
    switch self {
    case .outOfRange:
      "a time does not fit into a 64-bit integer"
    case .noCommonTimebase(let a, let b):
      "no 64-bit unit holds times of both \(a) and \(b)"
    case .inexact(let time, let timebase):
      "\(time) is not a whole number of ticks of \(timebase)"
    case .noFrames:
      "there are no frames"
    case .zeroDelay(let frame):
      "frame \(frame) has a delay of zero"
    case .missingDelay(let frame):
      "frame \(frame) has no delay"
    case .negativeDelay(let frame):
      "frame \(frame) has a delay below zero"
    case .delayCount(let count, let frames):
      "\(count) durations are given for \(frames) \(frames == 1 ? "frame" : "frames")"
    case .noDuration(let time):
      "expected durations above zero, but got \(time)"
    case .unusableReplacement(let time):
      "expected times above zero for a delay policy, but got \(time)"
    case .nonPositiveDuration(let frame):
      "frame \(frame) would have no duration"
    case .rangeBeyondEnd(let range, let frames, let total):
      "the range \(range) is outside the animation of \(frames) frames and \(total.formatted())"
    case .emptyRange(let range):
      "the range \(range) is empty"
    case .invalidStep(let step):
      "expected a number of at least 1 for every Nth frame, but got \(step)"
    case .invalidInterval(let time):
      "expected a time above zero between frames, but got \(time)"
    case .invalidPick(let count):
      "expected at least 1 frame to pick, but got \(count)"
    case .noMoments: "no time of a frame is given"
    case .momentBeyondEnd(.time(let time), _, let total):
      "the animation ends at \(total.formatted()), so nothing is shown at \(time.formatted())"
    case .momentBeyondEnd(.frame(let frame), let frames, _):
      "the animation ends with frame \(frames - 1), so there is no frame \(frame)"
    case .momentOutsideRange(.time(let time), let range):
      "\(time.formatted()) is outside of the range \(range)"
    case .momentOutsideRange(.frame(let frame), let range):
      "frame \(frame) is outside of the range \(range)"
    case .noKeyFrames: "none of the frames is a key frame"
    case .invalidPlays(let plays):
      "expected at least 1 play, but got \(plays)"
    case .negativeTime(let time):
      "expected a time of at least zero, but got \(time)"
    case .frameVanishes(let frame, let timebase):
      "frame \(frame) is too short for a unit of \(timebase): it would have no duration"
    case .rateBeyondContainer(let rate, let timebase):
      "\(rate) fps is too fast for a container that counts in \(timebase)"
    case .tooManyOutputFrames(let frames, let limit):
      "\(frames == .max ? "too many" : String(frames)) output frames, but \(limit) are allowed"
    case .tooLong(let plays, let time):
      "\(plays == 1 ? "the output" : "\(plays) plays, each of which") would last \(time.formatted()), and "
        + "366 days are allowed"
    case .slotBudgetExceeded(let exact, _, let tolerance, let budget):
      "exact slots of \(exact.slot.formatted(in: .milliseconds)) (\(exact.rate) fps, \(exact.slotCountText)) "
        + "exceed the budget of \(budget.maxFrameRate) fps and \(budget.maxSlots) slots"
        + (tolerance.map { ", and so does every slot within \($0.formatted(in: .milliseconds))" }
          ?? "")
    }
  }

  /// The remedy for the user; nil if none is known.
  public var remedy: ConversionMessage? {
    switch self {
    case .outOfRange, .inexact, .noFrames, .nonPositiveDuration:
      nil
    case .noCommonTimebase:
      "whole milliseconds are enough for browsers: \(.delays, case: "browser")"
    case .zeroDelay, .missingDelay:
      "say how long such frames last with "
        + "\(.zeroDelay, "MS", swift: ".verbatim(zeroDelay: TIME)"), or choose another "
        + "\(.delays) policy"
    case .negativeDelay:
      "choose another \(.delays) policy"
    case .delayCount, .noDuration:
      "give one for each frame, or one for all: "
        + "\(.frameDelays, "100ms", swift: "[.milliseconds(100)]")"
    case .unusableReplacement:
      "use \(.delays, "MIN:REPLACEMENT", swift: ".minimum(MIN, replacement: REPLACEMENT)") "
        + "and \(.zeroDelay, swift: ".verbatim(zeroDelay: TIME)") with more than 0 ms"
    case .rangeBeyondEnd(_, let frames, _):
      "frames count from 0: "
        + "\(.range, "0...\(frames - 1)", swift: ".frames(from: 0, to: \(frames))") "
        + "is all of them"
    case .emptyRange:
      "frames count from 0; leave an end open to reach the last frame: "
        + "\(.range, "0...", swift: ".frames(from: 0, to: nil)")"
    case .invalidStep:
      "use \(.every, 2) to keep every second frame"
    case .invalidInterval:
      "use \(.every, "2s", swift: ".seconds(2)", at: "timing.edits.interval") to keep a "
        + "frame every two seconds"
    case .invalidPick:
      "use \(.pick, 20) to keep 20 frames"
    case .noMoments:
      "give times and frames: "
        + "\(.at, "1.5s,f0", swift: "[.time(RationalTime(3, 2)), .frame(0)]")"
    case .momentBeyondEnd(.time, _, let total):
      "ask for times before \(total.formatted())"
    case .momentBeyondEnd(.frame, let frames, _):
      "frames count from 0: ask for frames up to f\(frames - 1)"
    case .momentOutsideRange:
      "times and frames count from the start of the input: change \(.range), or leave it "
        + "out"
    case .noKeyFrames:
      "widen \(.range), or choose \(.select, case: "all")"
    case .invalidPlays:
      "use \(.loops, 1) or more; a video cannot loop for ever"
    case .negativeTime:
      "use a time of 0 or more"
    case .frameVanishes:
      "use a schedule of constant rate, a lower \(.speed), or a container with exact "
        + "times"
    case .rateBeyondContainer:
      "use a lower rate or a container with exact times"
    case .tooManyOutputFrames(.max, _):
      "use fewer plays, a lower rate or the variable schedule"
    case .tooManyOutputFrames(let frames, _):
      "use fewer plays, a lower rate or the variable schedule, or "
        + "\(.maxOutputFrames, frames)"
    case .tooLong: "use shorter times, a higher rate, a part of the frames or fewer plays"
    case .slotBudgetExceeded(_, let nearest?, _, _):
      "with \(nearest.toleranceSetting) it is \(nearest.rate) fps in "
        + "\(nearest.slotCountText) of \(nearest.slot.formatted(in: .milliseconds)), boundaries moved by at most "
        + "\(nearest.largestShift.formatted(in: .milliseconds))"
    case .slotBudgetExceeded(let exact, _, _, let budget):
      "no coarser slot keeps every frame: use the variable schedule"
        + (exact.settingsOfBudget(over: budget).map { ", or \($0)" } ?? "")
    }
  }
}

extension AnimationTimeline.SlotSolution {
  /// The settings that raise the limit far enough; nil if no setting does.
  package func settingsOfBudget(over budget: AnimationTimeline.SlotBudget) -> ConversionMessage? {
    if slotCount == .max { return nil }
    var settings: [ConversionMessage] = []
    if rate > budget.maxFrameRate {
      settings.append("\(.maxFps, rate, swift: "FrameRate(\(rate))")")
    }
    if slotCount > budget.maxSlots {
      settings.append("\(.maxSlots, slotCount)")
    }
    return settings.isEmpty ? nil : settings.joined(separator: " ")
  }

  /// The tolerance that suffices.
  fileprivate var toleranceSetting: ConversionMessage {
    "\(.slotTolerance, toleranceText, swift: ".slots(tolerance: .milliseconds(\(toleranceText)))")"
  }
}
