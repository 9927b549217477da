internal import AnimTiming
internal import Messages
internal import Reading
internal import Writing

/// What becomes of the sound of an input that becomes a video.
enum SoundOutcome: Sendable {
  /// There is none, or none is wanted.
  case silent
  case kept(SoundPlan)
  /// It is left out, because of this.
  case lost(Message)

  /// Sound goes with frames whose times are those of the input, once through; it is cut where they
  /// are.
  init(_ conversion: Conversion, _ frames: PlayedFrames, in container: VideoContainer) {
    guard let video = frames.source.video, video.hasSound, conversion.video.audio == .keep else {
      self = .silent
      return
    }
    guard let input = video.sound else {
      self = .lost("animconv does not decode it")
      return
    }
    if let reason = Self.obstacle(conversion, frames) {
      self = .lost(reason)
      return
    }
    let timeline = frames.timing.delays.timeline
    var (start, end) = (RationalTime.zero, RationalTime?.none)
    switch conversion.timing.edits.range {
    case nil: break
    case .frames(let from, let to):
      start = Self.time(timeline.start(of: from), timeline)
      if let to, to < timeline.count { end = Self.time(timeline.start(of: to), timeline) }
    case .times(let from, let to):
      start = from
      if let to, to < timeline.totalTime { end = to }
    }
    self = .kept(SoundPlan(input, in: container, start: start, end: end))
  }

  private static func time(_ ticks: Int64, _ timeline: Timeline) -> RationalTime {
    // Cannot fail: it is one of a timeline's own.
    try! RationalTime(ticks: ticks, timebase: timeline.timebase)
  }

  /// Why sound cannot go with the frames; nil when it can.
  private static func obstacle(_ conversion: Conversion, _ frames: PlayedFrames) -> Message? {
    let edits = conversion.timing.edits
    let forbids = conversion.constraints.contains {
      $0.property == .sound && $0.bound == .equals(false)
    }
    if forbids { return "it is not allowed there" }
    if edits.speed != .normal { return "\(setting: "speed") changes the times" }
    if edits.direction != .forward { return "the frames play in another order" }
    if edits.every != 1 || edits.interval != nil { return "frames are left out" }
    if frames.timing.delays.changedFrameCount > 0 {
      return "\(setting: "delays") changes the times"
    }
    if frames.timing.schedule.plays > 1 { return "the output holds several plays" }
    if frames.shaping.alpha.separatesAlpha { return "players that join colour and alpha have none" }
    return nil
  }

  var kept: SoundPlan? { if case .kept(let plan) = self { plan } else { nil } }

  /// What a user should hear of it.
  var note: Message? {
    switch self {
    case .silent: return nil
    case .lost(let reason): return "the sound is left out: \(reason)"
    case .kept(let plan):
      let others = plan.otherTracks
      guard others > 0 else { return nil }
      return others == 1
        ? "of two tracks of sound, the one that players play is kept"
        : "of \(others + 1) tracks of sound, the one that players play is kept"
    }
  }
}
