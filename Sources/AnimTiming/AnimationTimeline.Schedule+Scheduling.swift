extension AnimationTimeline.Schedule {
  /// Computes the times of an output from the frames of `sequence`.
  ///
  /// - Parameters:
  ///   - containerTimebase: the unit of a container that cannot hold every time, such as WebM's
  ///     1/1000 s; each boundary is rounded to its nearest tick, never a duration. Nil for a
  ///     container that can use the schedule's own unit.
  ///   - maxOutputFrames: the largest number of output frames, all plays together; checked before
  ///     memory is allocated. If plays have to be computed one after another, it also limits their
  ///     frames.
  /// - Throws: ``TimingError/slotBudgetExceeded(exact:nearest:tolerance:budget:)``,
  ///   ``TimingError/tooManyOutputFrames(frames:limit:)``,
  ///   ``TimingError/frameVanishes(frame:in:)`` when a frame is too short for the container,
  ///   ``TimingError/rateBeyondContainer(_:_:)``, ``TimingError/noCommonTimebase(_:_:)``,
  ///   ``TimingError/outOfRange``.
  /// - Complexity: O(frames + output frames), and the search for a slot over the budget.
  package func schedule(
    _ sequence: PlaySequence, budget: AnimationTimeline.SlotBudget = AnimationTimeline.SlotBudget(),
    containerTimebase: Timebase? = nil,
    maxOutputFrames: Int = AnimationTimeline.Schedule.defaultMaxOutputFrames
  ) throws(TimingError) -> OutputTiming {
    let scheduler = Scheduler(
      sequence: sequence, container: containerTimebase,
      // Positions are stored in 32 bits.
      maxOutputFrames: min(maxOutputFrames, Int(Int32.max)))
    switch self {
    case .variable:
      return try scheduler.variable()
    case .slots(let tolerance):
      return try scheduler.slots(tolerance: tolerance, budget: budget)
    case .constant(let rate):
      return try scheduler.constant(rate)
    case .slotsOrConstant(let rate):
      var limited = budget
      limited.maxFrameRate = rate
      return limited.allows(AnimationTimeline.SlotSolution(exactFor: sequence))
        ? try scheduler.slots(tolerance: nil, budget: limited)
        : try scheduler.constant(rate)
    }
  }

  /// The default limit of output frames.
  public static let defaultMaxOutputFrames = 1_000_000
}
