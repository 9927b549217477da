package import AnimTiming

/// Decides when each source frame is shown: turns stored delays into the output's schedule.
///
/// The only place where a policy turns delays into durations.
package struct Retimer: Sendable {
  /// The policy that was applied.
  package let policy: DelayPolicy
  /// The source's timeline under that policy, and the policy's changes.
  package let delays: ResolvedDelays
  /// The end of the requested range, if the source ends earlier.
  package let rangeEnd: RationalTime?
  /// The number of requested moments that show the same frame as another moment; 0 without
  /// requests.
  package let repeatedMoments: Int
  /// One play: the source frames in order, and the number of repeated plays.
  package let sequence: PlaySequence
  /// Every output frame.
  package private(set) var schedule: OutputTiming
  /// The output frames before identical ones were merged; nil if none were.
  package private(set) var unmerged: OutputTiming?

  /// - Parameters:
  ///   - delays: stored delays, one for each source frame.
  ///   - storedTimebase: returns the unit in which the output stores times of a given unit.
  ///   - isKey: whether a frame of the source is a key frame.
  ///   - clock: the clock that limits the shortest frame, for exact durations; nil if there is
  ///     none.
  /// - Throws: `TimingError`.
  package init(
    delays raw: some Collection<Delay>, defaultPolicy: DelayPolicy, options: Conversion.Timing,
    isKey: (Int) -> Bool = { _ in false }, clock: (OutputTiming) -> StoredClock? = { _ in nil },
    storedTimebase: (Timebase) -> Timebase
  ) throws {
    policy = options.replacesDelays ? .verbatim(zeroDelay: nil) : options.delays ?? defaultPolicy
    if !options.frameDelays.isEmpty {
      delays = try policy.resolve(Self.delays(options.frameDelays, count: raw.count))
    } else if let rule = options.delayRule {
      delays = try policy.resolve(Self.delays(rule.delays(raw), count: raw.count))
    } else {
      delays = try policy.resolve(raw)
    }
    sequence = try options.edits.apply(to: delays.timeline, isKey: isKey)
    rangeEnd = options.edits.rangeEnd(beyond: delays.timeline)
    let timeline = delays.timeline
    let asked = options.selected == nil ? options.edits.at ?? [] : []
    repeatedMoments = asked.count - Set(asked.map { $0.frame(in: timeline) }).count
    try sequence.checkLength()
    let wanted = options.schedule ?? .variable
    let exact = try wanted.schedule(
      sequence, budget: options.budget, maxOutputFrames: options.maxOutputFrames)
    try exact.checkLength()
    if let clock = clock(exact) {
      schedule = try exact.stored(by: clock)
      return
    }
    let stored = storedTimebase(exact.timebase)
    schedule =
      stored == exact.timebase
      ? exact
      : try wanted.schedule(
        sequence, budget: options.budget, containerTimebase: stored,
        maxOutputFrames: options.maxOutputFrames)
  }

  /// The requested duration of each frame, as delays that a file could declare.
  private static func delays(_ given: [RationalTime], count: Int) throws -> [Delay] {
    guard given.count == 1 || given.count == count else {
      throw TimingError.delayCount(given.count, frames: count)
    }
    if let time = given.first(where: { $0 <= .zero }) { throw TimingError.noDuration(time) }
    let delays = given.map {
      Delay.declared(ticks: $0.numerator, timebase: Timebase(1, $0.denominator))
    }
    return given.count == 1 ? Array(repeating: delays[0], count: count) : delays
  }

  /// The same timing with fewer frames.
  ///
  /// - Parameter repeated: indices of entries that are identical to the previous one.
  /// - Complexity: O(output frames).
  func merging(_ repeated: Set<Int>) -> Retimer {
    var merged = self
    merged.schedule = schedule.merging(repeated)
    merged.unmerged = unmerged ?? schedule
    return merged
  }

  /// The source frames in the order of ``schedule``'s entries.
  var sourceIndices: some RandomAccessCollection<Int> {
    schedule.entries.lazy.map { [sequence] entry in sequence.sourceIndices[entry.position] }
  }

  /// The start and end of every output frame, for all plays in a row.
  ///
  /// - Complexity: O(output frames).
  package var timelineOfAllPlays: AnimationTimeline {
    get throws {
      if schedule.plays == 1 { return try schedule.entries.timeline(in: schedule.timebase) }
      var boundaries: [Int64] = [0]
      boundaries.reserveCapacity(schedule.frameCount + 1)
      for play in 0..<Int64(schedule.plays) {
        let start = play * schedule.playDuration
        for entry in schedule.entries { boundaries.append(start + entry.start + entry.duration) }
      }
      return try AnimationTimeline(boundaries: boundaries, timebase: schedule.timebase)
    }
  }
}
