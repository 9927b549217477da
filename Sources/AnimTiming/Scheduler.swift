/// Applies an ``AnimationTimeline/Schedule`` to a sequence of frames.
struct Scheduler {
  let sequence: PlaySequence
  let container: Timebase?
  let maxOutputFrames: Int

  func variable() throws(TimingError) -> OutputTiming {
    try checkOutputFrames(Int128(sequence.count) * Int128(sequence.plays))
    guard let container else {
      let exact = sequence.timeline.reduced()
      return try OutputTiming(
        timebase: exact.timebase, entries: entries(of: exact), plays: sequence.plays,
        frameRate: nil, shift: nil)
    }
    let laidOut = try layOut(wholeIn: [container])
    let rounded = try naming { () throws(TimingError) in
      try laidOut.timeline.rescaled(to: container)
    }
    return try OutputTiming(
      timebase: container, entries: entries(of: rounded), plays: laidOut.plays, frameRate: nil,
      shift: BoundaryShift(from: laidOut.timeline, to: rounded))
  }

  func slots(
    tolerance: RationalTime?, budget: AnimationTimeline.SlotBudget
  ) throws(TimingError) -> OutputTiming {
    let solution = try slotSolution(tolerance: tolerance, budget: budget)
    try checkOutputFrames(Int128(solution.slotCount))
    let laidOut = try layOut(wholeIn: [solution.timebase, container].compactMap(\.self))
    let moved = try laidOut.timeline.rescaled(to: solution.timebase)
    var positions: [Int32] = []
    positions.reserveCapacity(Int(moved.total))
    for (frame, slots) in moved.durations.enumerated() {
      for _ in 0..<slots { positions.append(Int32(frame % sequence.count)) }
    }
    let grid = try SlotGrid(
      slot: solution.timebase, container: container, slotCount: positions.count)
    var shift = try grid.shift(of: laidOut.timeline)
    for (boundary, slot) in zip(laidOut.timeline.boundaries, moved.boundaries) {
      shift.add(boundary, shownAt: grid.tick(of: slot))
    }
    return try OutputTiming(
      timebase: grid.timebase, entries: grid.entries(positions), plays: laidOut.plays,
      frameRate: solution.rate, shift: shift)
  }

  private func slotSolution(
    tolerance: RationalTime?, budget: AnimationTimeline.SlotBudget
  ) throws(TimingError) -> AnimationTimeline.SlotSolution {
    if let tolerance, tolerance < .zero { throw .negativeTime(tolerance) }
    let exact = AnimationTimeline.SlotSolution(exactFor: sequence)
    if budget.allows(exact) { return exact }
    // Slots that the output cannot hold are not searched for; the limit also bounds the search.
    var searched = budget
    searched.maxSlots = min(budget.maxSlots, maxOutputFrames)
    // If there are more frames than allowed slots, no slot can fit, so there is nothing to search.
    let timeline = try? sequence.timelineOfAllPlays(limit: searched.maxSlots)
    if let timeline, let tolerance,
      let slot = try SlotSearch(timeline, tolerance: tolerance, budget: searched).largestSlot()
    {
      return try AnimationTimeline.SlotSolution(
        slot: slot, timeline: timeline, tolerance: tolerance)
    }
    throw .slotBudgetExceeded(
      exact: exact,
      nearest: timeline.flatMap { SlotSearch.nearestSolution(for: $0, budget: searched) },
      tolerance: tolerance, budget: budget)
  }

  func constant(_ rate: FrameRate) throws(TimingError) -> OutputTiming {
    let slot = rate.timebase
    let ratio = try sequence.timeline.timebase.ratio(to: slot)
    let (ticks, overflow) = (Int128(sequence.timeline.total) * Int128(ratio.numerator))
      .multipliedReportingOverflow(by: Int128(sequence.plays))
    if overflow { throw .tooManyOutputFrames(frames: .max, limit: maxOutputFrames) }
    let slotsOfAllPlays = max(1, roundedQuotient(ticks, Int128(ratio.denominator)))
    try checkOutputFrames(slotsOfAllPlays)

    let laidOut = try layOut(wholeIn: [slot, container].compactMap(\.self))
    let slotCount = Int(slotsOfAllPlays) / laidOut.plays
    let grid = try SlotGrid(slot: slot, container: container, slotCount: slotCount)
    var positions = try LargestOverlap(laidOut.timeline, slot: slot, slotCount: slotCount).frames
    var shift = try grid.shift(of: laidOut.timeline)
    var isShown = [Bool](repeating: false, count: sequence.count)
    var latest: Int32 = -1
    for (slot, frame) in positions.enumerated() {
      let position = Int(frame) % sequence.count
      if frame != latest {
        shift.add(laidOut.timeline.start(of: Int(frame)), shownAt: grid.tick(of: Int64(slot)))
        isShown[position] = true
        latest = frame
      }
      positions[slot] = Int32(position)
    }
    shift.add(laidOut.timeline.total, shownAt: grid.tick(of: Int64(slotCount)))
    return try OutputTiming(
      timebase: grid.timebase, entries: grid.entries(positions), plays: laidOut.plays,
      frameRate: rate, shift: shift, neverShown: isShown.indices.filter { !isShown[$0] })
  }

  /// One play to repeat if it ends on a tick of every unit, otherwise all plays in a row.
  private func layOut(
    wholeIn units: [Timebase]
  ) throws(TimingError) -> (timeline: AnimationTimeline, plays: Int) {
    if units.allSatisfy(sequence.timeline.totalIsWhole(in:)) {
      return (sequence.timeline, sequence.plays)
    }
    return (try sequence.timelineOfAllPlays(limit: maxOutputFrames), 1)
  }

  private func entries(of timeline: AnimationTimeline) -> OutputTiming.Entries {
    OutputTiming.Entries(
      positions: (0..<timeline.count).map { Int32($0 % sequence.count) }, timeline: timeline)
  }

  /// Errors name frames by their number in the source.
  private func naming<Result>(
    _ body: () throws(TimingError) -> Result
  ) throws(TimingError) -> Result {
    do {
      return try body()
    } catch .frameVanishes(let frame, let timebase) {
      throw .frameVanishes(
        frame: sequence.sourceIndices[frame % sequence.count], in: timebase)
    } catch {
      throw error
    }
  }

  private func checkOutputFrames(_ frames: Int128) throws(TimingError) {
    if frames > Int128(maxOutputFrames) {
      throw .tooManyOutputFrames(frames: Int(clamping: frames), limit: maxOutputFrames)
    }
  }
}
