internal import AnimTiming
internal import Messages

extension SettingGroup {
  /// The timing of the output.
  package static let schedule = SettingGroup(
    "Schedule",
    settings: [
      .value(
        .schedule, "variable, slots, fps=R or slots-or-fps=R", as: "schedule",
        """
        Output timing: variable (each frame keeps its duration), slots (an exact constant rate), \
        fps=R (a constant rate, such as fps=30 or fps=30000/1001) or slots-or-fps=R (slots up to \
        that rate, otherwise fps=R).
        """,
        default: "variable",
        parse: { AnimationTimeline.Schedule(parsing: $0) }, set: { $0.timing.schedule = $1 }
      )
      .displacing(.slotTolerance)
      .example("fps=30")
      .words(["variable", "slots", "fps=30", "slots-or-fps=30"]),
      .value(
        .slotTolerance, "milliseconds such as 5", as: "ms",
        """
        With --schedule slots: largest shift of a frame boundary, in ms, to reach a lower rate \
        when the exact rate is too high.
        """,
        default: "0",
        parse: { positiveTime(parsing: $0 + "ms") },
        set: { $0.timing.schedule = .slots(tolerance: $1) }
      )
      .example("8"),
      .value(
        .maxFps, "a frame rate such as 60", as: "fps",
        "With --schedule slots: highest rate, in frames/s.",
        default: "60",
        parse: { FrameRate($0) }, set: { $0.timing.budget.maxFrameRate = $1 }
      )
      .scoped(condition: .slots)
      .example("100"),
      .number(
        .maxSlots, as: "n", from: 1,
        "With --schedule slots: largest number of slots.",
        default: "36000"
      ) { $0.timing.budget.maxSlots = $1 }
      .scoped(condition: .slots)
      .example("3600"),
      .number(
        .maxOutputFrames, as: "n", from: 1,
        "Largest number of output frames.",
        default: "1000000"
      ) { $0.timing.maxOutputFrames = $1 }
      .example("5000"),
    ])
}
