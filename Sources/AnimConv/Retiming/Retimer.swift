package import AnimTiming

/// Decides when each frame of a source shows: raw delays in, the schedule of the output out.
///
/// The only place where a policy turns delays into durations.
package struct Retimer: Sendable {
  /// The policy that was applied.
  package let policy: DelayPolicy
  /// The source's timeline under that policy, and what the policy changed.
  package let delays: ResolvedDelays
  /// When the range that was asked for ends, if the source ends before.
  package let rangeEnd: RationalTime?
  /// One play: which source frames in which order, and how many plays are baked.
  package let sequence: PlaySequence
  /// Every output frame.
  package private(set) var schedule: OutputTiming
  /// Every output frame before equal ones in a row became one; nil where none did.
  package private(set) var unmerged: OutputTiming?

  /// - Parameters:
  ///   - delays: raw, one for each frame of the source.
  ///   - storedTimebase: the unit in which the output stores times that are in a given unit.
  ///   - isKey: whether a frame of the source is a key frame.
  ///   - clock: of an output whose frames must not be shorter than some time, for the exact times;
  ///     nil for others.
  /// - Throws: `TimingError`.
  package init(
    delays raw: some Collection<Delay>, defaultPolicy: DelayPolicy, options: TimingOptions,
    isKey: (Int) -> Bool = { _ in false }, clock: (OutputTiming) -> StoredClock? = { _ in nil },
    storedTimebase: (Timebase) -> Timebase
  ) throws {
    policy = options.delays ?? defaultPolicy
    delays = try policy.resolve(raw)
    sequence = try options.edits.apply(to: delays.timeline, isKey: isKey)
    rangeEnd = options.edits.rangeEnd(beyond: delays.timeline)
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

  /// The same times with fewer frames.
  ///
  /// - Parameter repeated: indices of the entries that show the same as the one before.
  /// - Complexity: O(output frames).
  func merging(_ repeated: Set<Int>) -> Retimer {
    var merged = self
    merged.schedule = schedule.merging(repeated)
    merged.unmerged = unmerged ?? schedule
    return merged
  }

  /// The source frames in the order in which ``schedule``'s entries show them.
  var sourceIndices: some RandomAccessCollection<Int> {
    schedule.entries.lazy.map { [sequence] entry in sequence.sourceIndices[entry.position] }
  }

  /// When every output frame starts and ends, all plays one after another.
  ///
  /// - Complexity: O(output frames).
  package var timelineOfAllPlays: Timeline {
    get throws {
      if schedule.plays == 1 { return try schedule.entries.timeline(in: schedule.timebase) }
      var boundaries: [Int64] = [0]
      boundaries.reserveCapacity(schedule.frameCount + 1)
      for play in 0..<Int64(schedule.plays) {
        let start = play * schedule.playDuration
        for entry in schedule.entries { boundaries.append(start + entry.start + entry.duration) }
      }
      return try Timeline(boundaries: boundaries, timebase: schedule.timebase)
    }
  }
}
