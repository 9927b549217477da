import AnimTiming

/// Animations that several tests use.
enum Example {
  /// A real GIF of 58 frames: 70, 18 x 5, 21 x 10 and 18 x 5 cs, in all 4.600 s.
  static let rock: [Delay] =
    ([70] + Array(repeating: 5, count: 18) + Array(repeating: 10, count: 21)
    + Array(repeating: 5, count: 18)).map { Delay.centiseconds($0) }

  static func milliseconds(_ durations: Int64...) throws -> PlaySequence {
    PlaySequence(try AnimationTimeline(durations: durations, timebase: .milliseconds))
  }

  static func centiseconds(_ durations: Int64...) throws -> PlaySequence {
    PlaySequence(try AnimationTimeline(durations: durations, timebase: .centiseconds))
  }
}
