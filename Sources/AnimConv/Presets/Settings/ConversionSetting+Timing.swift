internal import AnimTiming

extension ConversionSetting {
  /// Delays, play and schedule.
  static let ofTiming: [ConversionSetting] = ofDelays + ofPlay + ofSchedule

  private static let ofDelays: [ConversionSetting] = [
    ConversionSetting(
      "delays", "browser, flanimatedimage, ffmpeg, gifu, verbatim or MIN:REPLACEMENT",
      displaces: ["zero-delay"],
      parse: { DelayPolicy(parsing: $0) }, set: { $0.timing.delays = $1 }),
    .number("zero-delay", from: 1) {
      $0.timing.delays = .verbatim(zeroDelay: .milliseconds(Int64($1)))
    },
  ]

  private static let ofPlay: [ConversionSetting] = [
    ConversionSetting(
      "range", "frames such as 10..<20 or times such as 1.5s..3s",
      parse: { FrameRange(parsing: $0) }, set: { $0.timing.edits.range = $1 }),
    ConversionSetting(
      "at", "times such as 1.5s or 1m30s and frames such as f250, with commas",
      displaces: ["every", "pick", "poster", "select"],
      parse: { FrameMoment.list(parsing: $0) }, set: { $0.timing.edits.at = $1 }),
    ConversionSetting(
      "select", "all, key, scene, scene:middle, scene:sharp, sharp or distinct", displaces: ["at"],
      parse: { FrameChoice(rawValue: $0) }, set: { $0.timing.edits.select = $1 }),
    ConversionSetting(
      "scene-threshold", "a number from 0 to 100 such as 25",
      parse: { score(parsing: $0) }, set: { $0.timing.scenes.threshold = $1 }),
    ConversionSetting(
      "min-scene", "a time such as 0.5s or 200ms",
      parse: { RationalTime(withUnit: $0).flatMap { $0 >= .zero ? $0 : nil } },
      set: { $0.timing.scenes.shortest = $1 }),
    ConversionSetting(
      "every", "a number such as 3 or a time such as 2s", displaces: ["at"],
      parse: { KeptFrames(parsing: $0) },
      set: {
        $0.timing.edits.every = $1.step
        $0.timing.edits.interval = $1.interval
      }),
    .number("pick", from: 1, displaces: ["at"]) { $0.timing.edits.pick = $1 },
    ConversionSetting(
      "poster", "best, first, a frame such as 17 or a time such as 2.5s", displaces: ["at"],
      parse: { Poster(parsing: $0) }, set: { $0.timing.poster = $1 }),
    .switch("reverse") { $0.timing.edits.direction.startsAtEnd = $1 },
    .switch("bounce") { $0.timing.edits.direction.returns = $1 },
    ConversionSetting(
      "speed", "a positive factor such as 2, 0.5 or 2/3",
      parse: { SpeedFactor(parsing: $0) }, set: { $0.timing.edits.speed = $1 }),
    ConversionSetting(
      "hold-last", "seconds such as 1.5",
      parse: { time(parsing: $0) }, set: { $0.timing.edits.holdLast = $1 }),
    // The number of repetitions in a video, or the loop count of an image.
    .number("loops", from: 0) {
      $0.timing.edits.loops = $1
      $0.image.plays = LoopCount(totalPlays: $1)
    },
    ConversionSetting(
      "min-duration", "seconds such as 3 or 2.5",
      parse: { time(parsing: $0) }, set: { $0.timing.edits.minDuration = $1 }),
  ]

  private static let ofSchedule: [ConversionSetting] = [
    ConversionSetting(
      "schedule", "variable, slots, fps=R or slots-or-fps=R", displaces: ["slot-tolerance"],
      parse: { Schedule(parsing: $0) }, set: { $0.timing.schedule = $1 }),
    ConversionSetting(
      "slot-tolerance", "milliseconds such as 5",
      parse: { time(parsing: $0 + "ms") },
      set: { $0.timing.schedule = .slots(tolerance: $1) }),
    ConversionSetting(
      "max-fps", "a frame rate such as 60",
      parse: { FrameRate(parsing: $0) }, set: { $0.timing.budget.maxFrameRate = $1 }),
    .number("max-slots", from: 1) { $0.timing.budget.maxSlots = $1 },
    .number("max-output-frames", from: 1) { $0.timing.maxOutputFrames = $1 },
  ]

  private static func score(parsing text: String) -> Double? {
    let digits = text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == 0x2E }
    guard digits, let score = Double(text), 0...100 ~= score else { return nil }
    return score
  }

  /// A time that is not negative.
  private static func time(parsing text: String) -> RationalTime? {
    RationalTime(parsing: text).flatMap { $0 >= .zero ? $0 : nil }
  }
}

extension PlayDirection {
  /// Whether it starts at the last frame.
  fileprivate var startsAtEnd: Bool {
    get { self == .reverse || self == .reverseBounce }
    set { self = Self.direction(startsAtEnd: newValue, returns: returns) }
  }

  /// Whether it plays in both directions.
  fileprivate var returns: Bool {
    get { self == .bounce || self == .reverseBounce }
    set { self = Self.direction(startsAtEnd: startsAtEnd, returns: newValue) }
  }

  private static func direction(startsAtEnd: Bool, returns: Bool) -> PlayDirection {
    switch (startsAtEnd, returns) {
    case (false, false): .forward
    case (true, false): .reverse
    case (false, true): .bounce
    case (true, true): .reverseBounce
    }
  }
}
