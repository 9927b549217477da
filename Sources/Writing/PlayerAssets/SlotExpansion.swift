package import AnimTiming

/// A timeline as equal slots, for players with one duration for all images: a slot is the
/// durations' common divisor, and each frame fills as many as it needs. Exact, in integers.
package struct SlotExpansion: Sendable, Hashable {
  /// The duration of each slot.
  package let slotDuration: RationalTime
  /// The number of slots of each frame.
  package let counts: [Int]

  /// - Parameter timeline: at least one frame.
  /// - Complexity: O(frames), whatever the number of slots.
  package init(_ timeline: AnimationTimeline) {
    precondition(timeline.count > 0, "at least one frame")
    let divisor = timeline.commonDivisor
    // Cannot fail: the slot is at most the total, which fits.
    slotDuration = try! RationalTime(ticks: divisor, timebase: timeline.timebase)
    counts = timeline.durations.map { Int($0 / divisor) }
  }

  /// The total number of slots.
  package var slotCount: Int { counts.reduce(0, +) }

  /// Slots per second.
  package var rate: FrameRate { FrameRate(slotDuration.denominator, slotDuration.numerator) }

  /// The frame of every slot, computed on demand: memory does not depend on the number of slots.
  package var slots: some Sequence<Int> {
    counts.enumerated().lazy.flatMap { index, count in repeatElement(index, count: count) }
  }
}
