/// Finds the largest slot that moves no frame boundary by more than a tolerance.
///
/// A slot `g` moves every boundary `b` to its nearest multiple, halves to the later one. It is a
/// solution if no boundary moves by more than the tolerance `t` and every frame keeps at least one
/// slot. `g` may be any fraction of a second, not only whole milliseconds.
///
/// The search goes down from an upper bound. If a slot fails on frame `i`, the next smaller slot
/// that satisfies frame `i` can be computed, and nothing between them can be a solution:
///
/// * a boundary between the multiples `m g` and `(m + 1) g`, too far from both, is near enough
///   again at `g = (b + t) / (m + 1)`;
/// * two boundaries on the same multiple `r g` separate at `g = end / (r + 1/2)`.
///
/// Therefore each step is exact, and the first slot without a failure is the largest solution.
/// Frames that failed are checked first for the next slot, so that most bad slots are rejected
/// quickly.
///
/// - Complexity: each step checks O(frames) boundaries at worst and usually a few. Every gap
///   between multiples is skipped at most once per frame. In practice, one jump of a late boundary
///   skips the gaps of all others, and the number of steps stays within a few times the number of
///   slots.
struct SlotSearch {
  /// Ticks of ``unit``.
  private let boundaries: [Int64]
  private let tolerance: Int128
  private let unit: Timebase
  /// The smallest slot within the limits, in ticks.
  private let smallest: Fraction
  private let maxSlots: Int

  /// - Parameters:
  ///   - timeline: the times of all plays; at least one frame.
  ///   - tolerance: at least zero.
  /// - Throws: ``TimingError/noCommonTimebase(_:_:)``, ``TimingError/outOfRange``.
  init(
    _ timeline: AnimationTimeline, tolerance: RationalTime, budget: AnimationTimeline.SlotBudget
  ) throws(TimingError) {
    // A tolerance above the total has the same effect as the total.
    let tolerance = min(tolerance, timeline.totalTime)
    let refined = try timeline.refined(toHold: tolerance)
    unit = refined.timebase
    boundaries = refined.boundaries
    self.tolerance = Int128(try tolerance.ticks(in: unit, rounding: .exact))
    // Leaves room for the products in the search.
    if refined.total >= 1 << 60 { throw .outOfRange }
    smallest = try budget.maxFrameRate.timebase.ratio(to: unit)
    maxSlots = budget.maxSlots
  }

  /// A slot of `length / parts` ticks.
  private struct Candidate {
    var length: Int128
    var parts: Int128

    /// The nearest multiple of the slot, and its distance in ticks times ``parts``.
    func nearest(to boundary: Int128) -> (multiple: Int128, below: Int128, distance: Int128) {
      let (below, rest) = (boundary * parts).quotientAndRemainder(dividingBy: length)
      return rest >= length - rest ? (below + 1, below, length - rest) : (below, below, rest)
    }
  }

  /// The largest slot; nil if none is within tolerance and limits.
  func largestSlot() throws(TimingError) -> RationalTime? {
    let frames = boundaries.count - 1
    let total = Int128(boundaries[frames])
    // Every frame needs a slot, and this many slots need at least this total.
    if frames > maxSlots { return nil }
    var slot = Candidate(length: 2 * total, parts: Int128(2 * frames - 1))
    // A frame that keeps a slot although both its ends move inward is at most this long.
    let shortest = zip(boundaries.dropFirst(), boundaries).lazy.map { $0 - $1 }.min()!
    let longest = Int128(shortest) + 2 * tolerance
    if longest * slot.parts < slot.length { slot = Candidate(length: longest, parts: 1) }

    var order = Array(0..<frames)
    var next = 0
    if isOverBudget(slot, total: total) { return nil }
    while next < frames {
      guard let smaller = smallerSlot(thatSatisfies: order[next], than: slot) else {
        next += 1
        continue
      }
      slot = smaller
      if isOverBudget(slot, total: total) { return nil }
      order.swapAt(next, next / 2)
      next = 0
    }
    return RationalTime(
      try Fraction(
        slot.length * Int128(unit.numerator), over: slot.parts * Int128(unit.denominator)))
  }

  private func isOverBudget(_ slot: Candidate, total: Int128) -> Bool {
    slot.length * Int128(smallest.denominator) < Int128(smallest.numerator) * slot.parts
      || slot.nearest(to: total).multiple > Int128(maxSlots)
  }

  /// The next smaller slot that satisfies `frame`; nil if `slot` does.
  private func smallerSlot(thatSatisfies frame: Int, than slot: Candidate) -> Candidate? {
    let end = Int128(boundaries[frame + 1])
    let place = slot.nearest(to: end)
    if place.distance > tolerance * slot.parts {
      return Candidate(length: end + tolerance, parts: place.below + 1)
    }
    let start = Int128(boundaries[frame])
    // A frame that is at least one slot long always keeps one.
    if (end - start) * slot.parts >= slot.length { return nil }
    if slot.nearest(to: start).multiple == place.multiple {
      return Candidate(length: 2 * end, parts: 2 * place.multiple + 1)
    }
    return nil
  }
}

extension SlotSearch {
  /// The result of the smallest sufficient tolerance in whole milliseconds; nil if none is
  /// sufficient within the limits.
  ///
  /// - Complexity: two searches for each binary digit of that tolerance. Small tolerances are tried
  ///   first, because they fail fastest.
  static func nearestSolution(for timeline: AnimationTimeline, budget: AnimationTimeline.SlotBudget)
    -> AnimationTimeline.SlotSolution?
  {
    // The largest slot that leaves every frame one slot is `2 total / (2 frames - 1)`, and no
    // boundary moves by more than half of it.
    guard
      let half = try? timeline.totalTime.multiplied(by: 1, over: Int64(2 * timeline.count - 1)),
      let enough = try? half.ticks(in: .milliseconds, rounding: .up)
    else { return nil }
    var (tooSmall, sufficient) = (Int64(0), Int64(1))
    var best = solution(within: sufficient, for: timeline, budget: budget)
    while best == nil {
      if sufficient >= enough { return nil }
      tooSmall = sufficient
      sufficient = sufficient > enough / 2 ? enough : 2 * sufficient
      best = solution(within: sufficient, for: timeline, budget: budget)
    }
    while sufficient - tooSmall > 1 {
      let middle = tooSmall + (sufficient - tooSmall) / 2
      if let found = solution(within: middle, for: timeline, budget: budget) {
        (best, sufficient) = (found, middle)
      } else {
        tooSmall = middle
      }
    }
    return best
  }

  private static func solution(
    within milliseconds: Int64, for timeline: AnimationTimeline,
    budget: AnimationTimeline.SlotBudget
  ) -> AnimationTimeline.SlotSolution? {
    let tolerance = RationalTime.milliseconds(milliseconds)
    // A slot that does not fit a 64-bit fraction cannot be offered.
    guard
      let slot = try? SlotSearch(timeline, tolerance: tolerance, budget: budget).largestSlot()
    else { return nil }
    return try? AnimationTimeline.SlotSolution(slot: slot, timeline: timeline, tolerance: tolerance)
  }
}
