package import AnimTiming

/// Times as equal slots, for players that have one duration for all pictures: a slot is the common
/// divisor of all durations, and a frame fills as many as it is long. Exact, in integers.
package struct SlotExpansion: Sendable, Hashable {
  /// How long each slot shows.
  package let slotDuration: RationalTime
  /// How many slots each frame fills, from the first to the last.
  package let counts: [Int]

  /// - Parameter timeline: at least one frame.
  /// - Complexity: O(frames), whatever the number of slots.
  package init(_ timeline: Timeline) {
    precondition(timeline.count > 0, "at least one frame")
    let divisor = timeline.commonDivisor
    // Cannot fail: the slot is at most the total, which fits.
    slotDuration = try! RationalTime(ticks: divisor, timebase: timeline.timebase)
    counts = timeline.durations.map { Int($0 / divisor) }
  }

  /// How many slots there are.
  package var slotCount: Int { counts.reduce(0, +) }

  /// Slots per second.
  package var rate: FrameRate { FrameRate(slotDuration.denominator, slotDuration.numerator) }

  /// The frame of every slot. One index at a time: memory does not depend on the number of slots.
  package var slots: some Sequence<Int> {
    counts.enumerated().lazy.flatMap { index, count in repeatElement(index, count: count) }
  }
}
