internal import AnimTiming
internal import Messages

extension SettingGroup {
  /// Which frames are shown, in which order, how fast and how often.
  package static let play = SettingGroup(
    "Play",
    settings: [
      .value(
        .range, "frames such as 10..<20 or times such as 1.5s..3s", as: "range",
        """
        Keep a range of frames (10..<20, 10...19, 10...; counted from 0) or of time (1.5s..3s, \
        2s..). For times, --from T and --to T, or -ss T with -to T or -t T for a duration, mean \
        the same.
        """,
        default: "everything",
        parse: { AnimationTimeline.FrameRange($0) }, set: { $0.timing.edits.range = $1 }
      )
      .example("1s..2s"),
      .value(
        .at, "times such as 1.5s or 1m30s and frames such as f250, with commas", as: "times",
        """
        Keep the frames shown at these times of IN (1.5s, 1.5, 500ms, 00:01:30.5, 1m30s) and the \
        frames with these numbers (f250), separated by commas. @FILE reads one per line; # starts a \
        comment. Each frame appears once, in time order, and stays until the next.
        """,
        default: "all frames",
        parse: { AnimationTimeline.FrameMoment.list(parsing: $0) }, set: { $0.timing.edits.at = $1 }
      )
      .displacing(.every, .pick, .poster, .select)
      .example("0.5s,1s")
      .readingFiles(),
      .choice(
        .select, AnimationTimeline.FrameChoice.self, as: "frames",
        """
        Frames to keep: all; key (key frames of a video); scene (the first of each shot; \
        scene:middle or scene:sharp for another); sharp (the sharpest of each part that --every or \
        --pick makes); distinct (those that show something new). Each stays until the next.
        """,
        default: "all"
      ) { $0.timing.edits.select = $1 }
      .displacing(.at)
      .example("distinct"),
      .value(
        .sceneThreshold, "a number from 0 to 100 such as 25", as: "score",
        """
        With --select scene: smallest difference from the previous frame, from 0 to 100, that \
        starts a new shot. Larger numbers give fewer shots.
        """,
        default: "adapts to the frames nearby",
        parse: { score(parsing: $0) }, set: { $0.timing.scenes.threshold = $1 }),
      .value(
        .minScene, "a time such as 0.5s or 200ms", as: "time",
        "With --select scene: shortest shot. Shorter ones are merged into the previous shot.",
        default: "0.5s",
        parse: { RationalTime(withUnit: $0).flatMap { $0 >= .zero ? $0 : nil } },
        set: { $0.timing.scenes.shortest = $1 }),
      .value(
        .every, "a number such as 3 or a time such as 2s", as: "n",
        """
        Keep every n-th frame or, with a unit (2s, 500ms), the frames shown at multiples of that \
        time; each stays until the next one.
        """,
        default: "all frames",
        parse: { KeptFrames(parsing: $0) },
        set: {
          $0.timing.edits.every = $1.step
          $0.timing.edits.interval = $1.interval
        }
      )
      .displacing(.at)
      .example("2"),
      .number(
        .pick, as: "n", from: 1,
        "Keep at most n frames, evenly spread over time; each stays until the next one.",
        default: "all frames"
      ) { $0.timing.edits.pick = $1 }
      .displacing(.at)
      .example("8"),
      .value(
        .poster, "best, first, a frame such as 17 or a time such as 2.5s", as: "frame",
        """
        Keep one frame: best (the sharpest that is neither blank nor in a fade), first, a frame \
        such as 17, or the frame at a time such as 2.5s, after --range and --speed. A .png gets no \
        data file.
        """,
        default: "all frames",
        parse: { Conversion.Poster($0) }, set: { $0.timing.poster = $1 }
      )
      .displacing(.at)
      .example("best")
      .words(["best", "first"]),
      .switch(
        .reverse,
        "Play backward."
      ) { $0.timing.edits.direction.startsAtEnd = $1 },
      .switch(
        .bounce,
        """
        Play forward, then backward, without repeating the end frames. With --reverse, backward \
        first.
        """
      ) { $0.timing.edits.direction.returns = $1 },
      .value(
        .speed, "a positive factor such as 2, 0.5 or 2/3", as: "factor",
        "Play faster (2) or slower (0.5, 2/3).",
        default: "1",
        parse: { TimingEdits.Speed($0) }, set: { $0.timing.edits.speed = $1 }
      )
      .example("2"),
      .value(
        .holdLast, "seconds such as 1.5", as: "s",
        "Show the last frame longer by this many seconds.",
        default: "0",
        parse: { positiveTime(parsing: $0) }, set: { $0.timing.edits.holdLast = $1 }
      )
      .example("2"),
      .number(
        .loops, as: "n", from: 0,
        """
        For GIF, APNG and WebP: loop count, 0 for forever. For videos and sheets, which store no \
        loop count: how many times the animation is repeated.
        """,
        default: "the input's loop count, or 1 for videos and sheets"
      ) {
        $0.timing.edits.loops = $1
        $0.image.plays = LoopCount(totalPlays: $1)
      }
      .example("3"),
      .value(
        .minDuration, "seconds such as 3 or 2.5", as: "s",
        "Shortest duration in seconds; the animation repeats until it is reached.",
        default: "none",
        parse: { positiveTime(parsing: $0) }, set: { $0.timing.edits.minDuration = $1 }),
    ])
}

/// A number from 0 to 100, without an exponent.
private func score(parsing text: String) -> Double? {
  let digits = text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == 0x2E }
  guard digits, let score = Double(text), 0...100 ~= score else { return nil }
  return score
}

extension TimingEdits.Direction {
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

  private static func direction(startsAtEnd: Bool, returns: Bool) -> TimingEdits.Direction {
    switch (startsAtEnd, returns) {
    case (false, false): .forward
    case (true, false): .reverse
    case (false, true): .bounce
    case (true, true): .reverseBounce
    }
  }
}
