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
        parse: { DelayPolicy($0) }, set: { $0.timing.delays = $1 }
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
      .value(
        .frameDelays, "times above zero such as 100ms or 40ms,40ms,1.5s", as: "times",
        """
        Duration of each frame of IN, as a list such as 40ms,40ms,1.5s; one time is for all frames. \
        @FILE reads one per line; # starts a comment.
        """,
        default: "the input's delays",
        parse: { durations(parsing: $0) }, set: { $0.timing.frameDelays = $1 }
      )
      .displacing(.delays, .zeroDelay, .fps)
      .example("100ms")
      .readingFiles(),
    ])
}

/// Times with units above zero, separated by commas; nil for anything else.
private func durations(parsing text: String) -> [RationalTime]? {
  let parts = text.split(separator: ",", omittingEmptySubsequences: false)
  let times = parts.compactMap { part in
    RationalTime(withUnit: String(part.drop { $0 == " " })).flatMap { $0 > .zero ? $0 : nil }
  }
  return times.count == parts.count ? times : nil
}
