internal import AnimTiming
internal import Messages

/// Decides whether audio and chapters are kept. They need frames with the timing of the input.
extension Conversion {
  /// Why the output's timing differs from the input's, or a part of it; nil if it does not.
  func obstacleToTimes(_ frames: PlayedFrames) -> ConversionMessage? {
    let edits = timing.edits
    if edits.speed != .normal { return "\(.speed) changes the times" }
    if edits.direction != .forward { return "the frames play in another order" }
    if edits.leavesFramesOut { return "frames are left out" }
    if !timing.frameDelays.isEmpty { return "\(.frameDelays) changes the times" }
    if timing.delayRule != nil { return "the delay rule changes the times" }
    if frames.timing.delays.changedFrameCount > 0 {
      return "\(.delays) changes the times"
    }
    if frames.timing.schedule.plays > 1 { return "the output holds several plays" }
    if frames.shaping.alpha.separatesAlpha { return "players that join colour and alpha have none" }
    return nil
  }

  /// The part of the input that is kept; without a limit, up to its end.
  func span(_ frames: PlayedFrames) -> (start: RationalTime, end: RationalTime?) {
    let timeline = frames.timing.delays.timeline
    var (start, end) = (RationalTime.zero, RationalTime?.none)
    switch timing.edits.range {
    case nil: break
    case .frames(let from, let to):
      start = timeline.startTime(of: from)
      if let to, to < timeline.count { end = timeline.startTime(of: to) }
    case .times(let from, let to):
      start = from
      if let to, to < timeline.totalTime { end = to }
    }
    return (start, end)
  }
}
