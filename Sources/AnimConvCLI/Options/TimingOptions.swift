internal import AnimConv
internal import ArgumentParser

/// How raw delays become durations.
struct DelayOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      """
      browser, flanimatedimage, ffmpeg, gifu, verbatim, or MIN:REPLACEMENT in ms. Default: browser \
      for GIF, APNG and WebP, verbatim for inputs whose durations are intended.
      """, valueName: "policy"),
    transform: setting("delays"))
  var delays: String?

  @Option(
    help: ArgumentHelp(
      "With --delays verbatim: how long a frame with a zero or missing delay is shown, in ms.",
      valueName: "ms"),
    transform: setting("zero-delay"))
  var zeroDelay: String?

  var settings: KeyValuePairs<String, String?> {
    [
      "delays": delays,
      "zero-delay": zeroDelay,
    ]
  }
}

/// Which frames play, in which order and how fast.
struct PlayOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      """
      Only these frames (10..<20, 10...19, 10...) or this time (1.5s..3s, 2s..). Frames from 0. For \
      times, --from T and --to T, or -ss T with -to T or -t T for a duration, say the same.
      """, valueName: "range"),
    transform: setting("range"))
  var range: String?

  @Option(
    help: ArgumentHelp(
      """
      Keep the frames shown at these times of IN (1.5s, 500ms, 00:01:30.5, 1m30s) and the frames of \
      these numbers (f250), with commas; or @FILE, which has one a line and comments after #. They \
      come in the order of time, each once and up to the next.
      """, valueName: "times"),
    transform: moments)
  var at: String?

  @Option(
    help: ArgumentHelp(
      """
      Which frames to keep: all; key, those that a video stores as key frames; scene, the first of \
      each shot, scene:middle or scene:sharp another of it; sharp, the sharpest of each part that \
      --every or --pick makes; distinct, those that show something new. Each is shown up to the \
      next. Default: all.
      """, valueName: "frames"),
    transform: setting("select"))
  var select: String?

  @Option(
    help: ArgumentHelp(
      """
      With --select scene: how unlike the previous frame, from 0 to 100, the first frame of a shot is; \
      fewer shots for larger numbers. Default: decided by the frames around.
      """, valueName: "score"),
    transform: setting("scene-threshold"))
  var sceneThreshold: String?

  @Option(
    help: ArgumentHelp(
      "With --select scene: shorter shots belong to the previous one. Default: 0.5s.",
      valueName: "time"),
    transform: setting("min-scene"))
  var minScene: String?

  @Option(
    help: ArgumentHelp(
      """
      Keep every n-th frame, or with a unit, as in 2s or 500ms, the frames shown at the multiples of \
      that time; each is shown for as long as the frames it replaces.
      """, valueName: "n"),
    transform: setting("every"))
  var every: String?

  @Option(
    help: ArgumentHelp(
      "Keep at most n frames, spread evenly over the time; each is shown as with --every.",
      valueName: "n"),
    transform: setting("pick"))
  var pick: String?

  @Option(
    help: ArgumentHelp(
      """
      Keep one frame: best (the sharpest that is neither blank nor in a fade), first, a frame such as \
      17, or the one at a time such as 2.5s of what --range and --speed leave. As a .png it has no \
      data beside it.
      """, valueName: "frame"),
    transform: setting("poster"))
  var poster: String?

  @Flag(help: "Play backward.")
  var reverse = false

  @Flag(
    help: """
      Play forward, then backward, without repeating the ends. With --reverse, backward first.
      """)
  var bounce = false

  @Option(
    help: ArgumentHelp("Play faster (2) or slower (0.5, 2/3). Default: 1.", valueName: "factor"),
    transform: setting("speed"))
  var speed: String?

  @Option(
    help: ArgumentHelp("Show the last frame this much longer, in seconds.", valueName: "s"),
    transform: setting("hold-last"))
  var holdLast: String?

  @Option(
    help: ArgumentHelp(
      """
      How often a GIF, an APNG or a WebP plays, 0 for ever; or how many plays a video or a sheet holds, which \
      have no loop count. Default: as often as the input for those three, else 1.
      """,
      valueName: "n"),
    transform: setting("loops"))
  var loops: String?

  @Option(
    help: ArgumentHelp(
      "Repeat whole plays until the output lasts at least this many seconds.", valueName: "s"),
    transform: setting("min-duration"))
  var minDuration: String?

  var settings: KeyValuePairs<String, String?> {
    [
      "range": range,
      "at": at,
      "select": select,
      "scene-threshold": sceneThreshold,
      "min-scene": minScene,
      "every": every,
      "pick": pick,
      "poster": poster,
      "reverse": text(of: reverse),
      "bounce": text(of: bounce),
      "speed": speed,
      "hold-last": holdLast,
      "loops": loops,
      "min-duration": minDuration,
    ]
  }
}

/// Where on the output's clock frames start.
struct ScheduleOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      """
      variable (each frame as long as it is), slots (constant rate, exact), fps=R (constant rate, \
      such as fps=30 or fps=30000/1001) or slots-or-fps=R (slots up to that rate, else fps=R). \
      Default: variable.
      """, valueName: "schedule"),
    transform: setting("schedule"))
  var schedule: String?

  @Option(
    help: ArgumentHelp(
      """
      With slots: move frame boundaries by up to this many ms when the exact rate is too high.
      """,
      valueName: "ms"),
    transform: setting("slot-tolerance"))
  var slotTolerance: String?

  @Option(
    help: ArgumentHelp("With slots: the highest rate, in frames/s. Default: 60.", valueName: "fps"),
    transform: setting("max-fps"))
  var maxFps: String?

  @Option(
    help: ArgumentHelp("With slots: the largest number of slots. Default: 36000.", valueName: "n"),
    transform: setting("max-slots"))
  var maxSlots: String?

  @Option(
    help: ArgumentHelp("Largest number of frames in the output. Default: 1000000.", valueName: "n"),
    transform: setting("max-output-frames"))
  var maxOutputFrames: String?

  var settings: KeyValuePairs<String, String?> {
    [
      "schedule": schedule,
      "slot-tolerance": slotTolerance,
      "max-fps": maxFps,
      "max-slots": maxSlots,
      "max-output-frames": maxOutputFrames,
    ]
  }
}
