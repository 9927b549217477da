extension OutputTiming {
  /// One output frame.
  package struct Entry: Hashable, Sendable {
    /// The position in the ``PlaySequence`` of the shown frame.
    package let position: Int
    /// Its start in ticks, from the start of its play.
    package let start: Int64
    /// Its duration in ticks; at least 1.
    package let duration: Int64
  }

  /// The output frames in order, stored in 4 bytes each at a constant rate and 12 otherwise.
  package struct Entries: RandomAccessCollection, Hashable, Sendable {
    private let positions: [Int32]
    private let times: Times

    private enum Times: Hashable, Sendable {
      /// Every frame lasts this many ticks.
      case steps(Int64)
      /// Frame `i` lasts from boundary `i` to the next.
      case boundaries([Int64])
    }

    /// Frames of `step` ticks each; the caller has checked that the end fits.
    init(positions: [Int32], step: Int64) {
      self.positions = positions
      times = .steps(step)
    }

    /// Frames of different durations.
    init(positions: [Int32], timeline: AnimationTimeline) {
      precondition(positions.count == timeline.count)
      self.positions = positions
      times = .boundaries(timeline.boundaries)
    }

    /// The same entries without the frames at some indices: each removed frame lengthens the
    /// previous one.
    ///
    /// - Precondition: `0` is not among them.
    /// - Complexity: O(entries).
    func merging(_ repeated: Set<Int>) -> Entries {
      precondition(!repeated.contains(0), "nothing comes before the first frame")
      let kept = positions.indices.filter { !repeated.contains($0) }
      return Entries(
        positions: kept.map { positions[$0] },
        times: .boundaries(kept.map(boundary) + [end]))
    }

    private init(positions: [Int32], times: Times) {
      self.positions = positions
      self.times = times
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { positions.count }

    package subscript(index: Int) -> Entry {
      let start = boundary(index)
      return Entry(
        position: Int(positions[index]), start: start, duration: boundary(index + 1) - start)
    }

    /// The times as a timeline of `timebase`; shares storage with this value if durations differ.
    ///
    /// - Throws: ``TimingError/outOfRange``.
    package func timeline(in timebase: Timebase) throws(TimingError) -> AnimationTimeline {
      switch times {
      case .steps(let step):
        try AnimationTimeline(durations: repeatElement(step, count: count), timebase: timebase)
      case .boundaries(let boundaries):
        try AnimationTimeline(boundaries: boundaries, timebase: timebase)
      }
    }

    /// When the last frame ends, in ticks.
    package var end: Int64 { boundary(count) }

    /// The start of frame `index`; for `count`, the end of the last frame.
    private func boundary(_ index: Int) -> Int64 {
      switch times {
      case .steps(let step): Int64(index) * step
      case .boundaries(let boundaries): boundaries[index]
      }
    }
  }
}
