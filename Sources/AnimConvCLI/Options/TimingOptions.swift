internal import AnimConv
internal import AnimTiming
internal import ArgumentParser

/// How raw delays become durations.
struct DelayOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      browser, flanimatedimage, ffmpeg, gifu, verbatim, or MIN:REPLACEMENT in ms. Default: browser \
      for GIF, APNG and WebP, verbatim for what carries meant durations.
      """, valueName: "policy"),
    transform: parsing("browser, flanimatedimage, ffmpeg, gifu, verbatim or MIN:REPLACEMENT") {
      DelayPolicy(parsing: $0)
    })
  var delays: DelayPolicy?

  @Option(
    help: ArgumentHelp(
      "With --delays verbatim: how long a frame with a zero or missing delay stays, in ms.",
      valueName: "ms"))
  var zeroDelay: Int?

  func validate() throws {
    guard let zeroDelay else { return }
    guard case .verbatim? = delays else {
      throw ValidationError("--zero-delay goes with --delays verbatim")
    }
    if zeroDelay < 1 {
      throw ValidationError("expected at least 1 ms for --zero-delay but got \(zeroDelay)")
    }
  }

  /// The policy that was asked for; nil for the input's default.
  var policy: DelayPolicy? {
    if let zeroDelay { return .verbatim(zeroDelay: .milliseconds(Int64(zeroDelay))) }
    return delays
  }
}

/// Which frames play, in which order and how fast.
struct PlayOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only these frames (10..<20, 10...19, 10...) or this time (1.5s..3s, 2s..). Frames from 0.",
      valueName: "range"),
    transform: parsing("frames such as 10..<20 or times such as 1.5s..3s") {
      FrameRange(parsing: $0)
    })
  var range: FrameRange?

  @Option(
    help: ArgumentHelp(
      """
      Keep every n-th frame, or with a unit, as in 2s or 500ms, the frames nearest to the multiples \
      of that time; each stays for those it replaces.
      """, valueName: "n"),
    transform: parsing("a number such as 3 or a time such as 2s") { KeptFrames(parsing: $0) })
  var every: KeptFrames?

  @Flag(help: "Play backward.")
  var reverse = false

  @Flag(help: "Play there and back; the ends are not repeated. With --reverse, back first.")
  var bounce = false

  @Option(
    help: ArgumentHelp("Play faster (2) or slower (0.5, 2/3). Default: 1.", valueName: "factor"),
    transform: parsing("a positive factor such as 2, 0.5 or 2/3") { SpeedFactor(parsing: $0) })
  var speed: SpeedFactor?

  @Option(
    help: ArgumentHelp("The last frame stays this much longer, in seconds.", valueName: "s"),
    transform: parsing("seconds such as 1.5") { RationalTime(parsing: $0) })
  var holdLast: RationalTime?

  @Option(
    help: ArgumentHelp(
      "Write this many plays, because a video has no loop count.",
      valueName: "n"))
  var loops = 1

  @Option(
    help: ArgumentHelp("Write as many whole plays as reach this many seconds.", valueName: "s"),
    transform: parsing("seconds such as 3 or 2.5") { RationalTime(parsing: $0) })
  var minDuration: RationalTime?

  func validate() throws {
    if loops < 1 { throw ValidationError("expected at least 1 for --loops but got \(loops)") }
    if let holdLast, holdLast < .zero {
      throw ValidationError("expected no negative time for --hold-last but got \(holdLast)")
    }
    if let minDuration, minDuration < .zero {
      throw ValidationError("expected no negative time for --min-duration but got \(minDuration)")
    }
  }

  var direction: PlayDirection {
    switch (reverse, bounce) {
    case (false, false): .forward
    case (true, false): .reverse
    case (false, true): .bounce
    case (true, true): .reverseBounce
    }
  }
}

/// Which frames are kept: every so many, or every so often.
enum KeptFrames: Sendable, Hashable {
  case step(Int)
  case interval(RationalTime)

  /// Digits alone are a number of frames; a time has a unit or a colon.
  init?(parsing text: String) {
    if let step = Int(text) {
      guard step > 0 else { return nil }
      self = .step(step)
    } else {
      guard text.hasSuffix("s") || text.contains(":"), let time = RationalTime(parsing: text),
        time > .zero
      else { return nil }
      self = .interval(time)
    }
  }

  var step: Int { if case .step(let step) = self { step } else { 1 } }
  var interval: RationalTime? { if case .interval(let time) = self { time } else { nil } }
}

/// Where on the output's clock frames start.
struct ScheduleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      variable (each frame as long as it is), slots (constant rate, exact) or fps=R (constant rate, \
      such as fps=30 or fps=30000/1001). Default: variable.
      """, valueName: "schedule"),
    transform: parsing("variable, slots or fps=R") { Schedule(parsing: $0) })
  var schedule: Schedule?

  @Option(
    help: ArgumentHelp(
      "With slots: let frame boundaries move by up to this many ms when the exact rate is too high.",
      valueName: "ms"),
    transform: parsing("milliseconds such as 5") { RationalTime(parsing: $0 + "ms") })
  var slotTolerance: RationalTime?

  @Option(
    help: ArgumentHelp("With slots: the highest rate, in frames/s. Default: 60.", valueName: "fps"),
    transform: parsing("a frame rate such as 60") { FrameRate(parsing: $0) })
  var maxFps: FrameRate?

  @Option(help: ArgumentHelp("With slots: the most slots. Default: 36000.", valueName: "n"))
  var maxSlots: Int?

  @Option(
    help: ArgumentHelp("The most frames in the output. Default: 1000000.", valueName: "n"))
  var maxOutputFrames: Int?

  func validate() throws {
    if slotTolerance != nil, schedule != .slots(tolerance: nil) {
      throw ValidationError("--slot-tolerance goes with --schedule slots")
    }
    if let slotTolerance, slotTolerance < .zero {
      throw ValidationError("expected no negative time for --slot-tolerance")
    }
    for case (let name, let value?) in [
      ("--max-slots", maxSlots), ("--max-output-frames", maxOutputFrames),
    ] where value < 1 {
      throw ValidationError("expected a positive integer for \(name) but got \(value)")
    }
  }

  var requested: Schedule {
    if let slotTolerance { return .slots(tolerance: slotTolerance) }
    return schedule ?? .variable
  }
}

extension TimingOptions {
  init(delays: DelayOptions, play: PlayOptions, schedule: ScheduleOptions) {
    self.init()
    self.delays = delays.policy
    edits = TimingEdits(
      range: play.range, every: play.every?.step ?? 1, interval: play.every?.interval,
      direction: play.direction,
      speed: play.speed ?? .normal, holdLast: play.holdLast ?? .zero, loops: play.loops,
      minDuration: play.minDuration)
    self.schedule = schedule.requested
    if let rate = schedule.maxFps { budget.maxFrameRate = rate }
    if let slots = schedule.maxSlots { budget.maxSlots = slots }
    if let frames = schedule.maxOutputFrames { maxOutputFrames = frames }
  }
}
