internal import AnimConv
internal import ArgumentParser

/// Options for turning stored delays into durations.
struct DelayOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      """
      How frame delays are read: like browser, flanimatedimage, ffmpeg or gifu; verbatim; or \
      MIN:REPLACEMENT in ms, which replaces delays below MIN. Default: browser for GIF, APNG and \
      WebP, verbatim for other inputs.
      """, valueName: "policy"),
    transform: setting("delays"))
  var delays: String?

  @Option(
    help: ArgumentHelp(
      """
      With --delays verbatim: duration of frames whose delay is zero or missing, in ms. Default: \
      none; such frames are refused.
      """,
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

/// Options for selecting, ordering and repeating frames.
struct PlayOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      """
      Keep a range of frames (10..<20, 10...19, 10...; counted from 0) or of time (1.5s..3s, \
      2s..). For times, --from T and --to T, or -ss T with -to T or -t T for a duration, mean the \
      same. Default: everything.
      """, valueName: "range"),
    transform: setting("range"))
  var range: String?

  @Option(
    help: ArgumentHelp(
      """
      Keep the frames shown at these times of IN (1.5s, 500ms, 00:01:30.5, 1m30s) and the frames \
      with these numbers (f250), separated by commas. @FILE reads one per line; # starts a \
      comment. Each frame appears once, in time order, and stays until the next. Default: all \
      frames.
      """, valueName: "times"),
    transform: moments)
  var at: String?

  @Option(
    help: ArgumentHelp(
      """
      Frames to keep: all; key (key frames of a video); scene (the first of each shot; \
      scene:middle or scene:sharp for another); sharp (the sharpest of each part that --every or \
      --pick makes); distinct (those that show something new). Each stays until the next. \
      Default: all.
      """, valueName: "frames"),
    transform: setting("select"))
  var select: String?

  @Option(
    help: ArgumentHelp(
      """
      With --select scene: smallest difference from the previous frame, from 0 to 100, that \
      starts a new shot. Larger numbers give fewer shots. Default: adapts to the frames nearby.
      """, valueName: "score"),
    transform: setting("scene-threshold"))
  var sceneThreshold: String?

  @Option(
    help: ArgumentHelp(
      """
      With --select scene: shortest shot. Shorter ones are merged into the previous shot. \
      Default: 0.5s.
      """,
      valueName: "time"),
    transform: setting("min-scene"))
  var minScene: String?

  @Option(
    help: ArgumentHelp(
      """
      Keep every n-th frame or, with a unit (2s, 500ms), the frames nearest to multiples of that \
      time; each stays until the next one. Default: all frames.
      """, valueName: "n"),
    transform: setting("every"))
  var every: String?

  @Option(
    help: ArgumentHelp(
      """
      Keep at most n frames, evenly spread over time; each stays until the next one. Default: all \
      frames.
      """,
      valueName: "n"),
    transform: setting("pick"))
  var pick: String?

  @Option(
    help: ArgumentHelp(
      """
      Keep one frame: best (the sharpest that is neither blank nor in a fade), first, a frame \
      such as 17, or the frame at a time such as 2.5s, after --range and --speed. A .png gets no \
      data file. Default: all frames.
      """, valueName: "frame"),
    transform: setting("poster"))
  var poster: String?

  @Flag(help: "Play backward.")
  var reverse = false

  @Flag(
    help: """
      Play forward, then backward, without repeating the end frames. With --reverse, backward \
      first.
      """)
  var bounce = false

  @Option(
    help: ArgumentHelp("Play faster (2) or slower (0.5, 2/3). Default: 1.", valueName: "factor"),
    transform: setting("speed"))
  var speed: String?

  @Option(
    help: ArgumentHelp(
      "Show the last frame longer by this many seconds. Default: 0.", valueName: "s"),
    transform: setting("hold-last"))
  var holdLast: String?

  @Option(
    help: ArgumentHelp(
      """
      For GIF, APNG and WebP: loop count, 0 for forever. For videos and sheets, which store no \
      loop count: how many times the animation is repeated. Default: the input's loop count, or 1 \
      for videos and sheets.
      """,
      valueName: "n"),
    transform: setting("loops"))
  var loops: String?

  @Option(
    help: ArgumentHelp(
      """
      Shortest duration in seconds; the animation repeats until it is reached. Default: none.
      """, valueName: "s"),
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

/// Options for the output's timing.
struct ScheduleOptions: SettingOptions {
  @Option(
    help: ArgumentHelp(
      """
      Output timing: variable (each frame keeps its duration), slots (an exact constant rate), \
      fps=R (a constant rate, such as fps=30 or fps=30000/1001) or slots-or-fps=R (slots up to \
      that rate, otherwise fps=R). Default: variable.
      """, valueName: "schedule"),
    transform: setting("schedule"))
  var schedule: String?

  @Option(
    help: ArgumentHelp(
      """
      With --schedule slots: largest shift of a frame boundary, in ms, to reach a lower rate when \
      the exact rate is too high. Default: 0.
      """,
      valueName: "ms"),
    transform: setting("slot-tolerance"))
  var slotTolerance: String?

  @Option(
    help: ArgumentHelp(
      "With --schedule slots: highest rate, in frames/s. Default: 60.", valueName: "fps"),
    transform: setting("max-fps"))
  var maxFps: String?

  @Option(
    help: ArgumentHelp(
      "With --schedule slots: largest number of slots. Default: 36000.", valueName: "n"),
    transform: setting("max-slots"))
  var maxSlots: String?

  @Option(
    help: ArgumentHelp("Largest number of output frames. Default: 1000000.", valueName: "n"),
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
