internal import AnimTiming
internal import Messages

extension SettingGroup {
  /// Stored delays and their durations.
  package static let delays = SettingGroup(
    "Delays",
    settings: [
      .value(
        .delays, "browser, flanimatedimage, ffmpeg, gifu, verbatim or MIN:REPLACEMENT",
        as: "policy",
        """
        How frame delays are read: like browser, flanimatedimage, ffmpeg or gifu; verbatim; or \
        MIN:REPLACEMENT in ms, which replaces delays below MIN.
        """,
        default: "browser for GIF, APNG and WebP, verbatim for other inputs",
        parse: { DelayPolicy(parsing: $0) }, set: { $0.timing.delays = $1 }
      )
      .displacing(.zeroDelay)
      .example("verbatim")
      .words(["browser", "flanimatedimage", "ffmpeg", "gifu", "verbatim"]),
      .number(
        .zeroDelay, as: "ms", from: 1,
        "With --delays verbatim: duration of frames whose delay is zero or missing, in ms.",
        default: "none; such frames are refused"
      ) { $0.timing.delays = .verbatim(zeroDelay: .milliseconds(Int64($1))) }
      .example("100"),
    ])
}
