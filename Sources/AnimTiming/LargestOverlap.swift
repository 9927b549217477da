/// The frame that each slot of a constant rate shows: the one that covers most of the slot, or the
/// earlier one of two that cover the same.
///
/// Slot `k` is `[k/R, (k + 1)/R)`. Every slot is compared with the true times, so errors do not add
/// up. The last slot may extend past the end, where no frame covers anything.
///
/// - Complexity: O(frames + slots).
struct LargestOverlap {
  /// The frame of the timeline that each slot shows; never decreasing.
  let frames: [Int32]

  /// - Parameters:
  ///   - timeline: at least one frame.
  ///   - slotCount: slots to fill, at least 1; each starts before the timeline ends.
  init(
    _ timeline: AnimationTimeline, slot: Timebase, slotCount: Int
  ) throws(TimingError) {
    let ratio = try timeline.timebase.ratio(to: slot)
    // In the unit in which a tick of the timeline is `scale` and a slot is `length`.
    let (scale, length) = (Int128(ratio.numerator), Int128(ratio.denominator))
    var frames: [Int32] = []
    frames.reserveCapacity(slotCount)
    var frame = 0
    for slot in 0..<slotCount {
      let start = Int128(slot) * length
      let end = start + length
      while frame < timeline.count - 1, Int128(timeline.boundaries[frame + 1]) * scale <= start {
        frame += 1
      }
      var (best, largest) = (frame, Int128(-1))
      while true {
        let frameStart = Int128(timeline.boundaries[frame]) * scale
        let frameEnd = Int128(timeline.boundaries[frame + 1]) * scale
        let overlap = min(frameEnd, end) - max(frameStart, start)
        if overlap > largest { (best, largest) = (frame, overlap) }
        if frameEnd >= end || frame == timeline.count - 1 { break }
        frame += 1
      }
      frames.append(Int32(best))
    }
    self.frames = frames
  }
}
