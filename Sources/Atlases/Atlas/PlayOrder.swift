package import AnimTiming
internal import Stages

/// Frames in display order.
package struct PlayOrder: Sendable, Hashable {
  /// Indices into ``Atlas/frames``; repeated if a frame is shown again.
  package var indices: [Int]
  /// The loop count of that order.
  package var plays: LoopCount
  /// The duration of each, if any differs from the frame's own delay; empty otherwise.
  package var delays: [Delay]
  /// The range of ``indices`` for each of several animations; empty for a single one.
  package var parts: [AtlasTag] = []

  package init(indices: [Int], plays: LoopCount, delays: [Delay] = []) {
    self.indices = indices
    self.plays = plays
    self.delays = delays
  }
}

extension Atlas {
  /// The order of frames if no tag or animation is selected.
  package enum FrameOrder: String, Sendable, Hashable, CaseIterable {
    /// The order of the data. A hash of bare numbers is sorted by number, because JSON readers in
    /// browsers see it that way.
    case file
    /// By name, so that f2 comes before f10.
    case natural
    /// ``file`` if a frame has a delay or if a tag or an animation names the frames; otherwise by
    /// the numbers in the names, because packers list frames in packing order.
    case automatic
  }

  /// Every frame once, in `order`, with the loop count of the data, or else forever.
  ///
  /// - Complexity: O(n log n) in frames for ``FrameOrder/natural``.
  package func playOrder(_ order: FrameOrder = .automatic) -> PlayOrder {
    let indices =
      switch order {
      case .file: Array(frames.indices)
      case .natural: NaturalOrder.sortedIndices(frames.map(\.name))
      case .automatic:
        hasDelays || !tags.isEmpty || !animations.isEmpty ? Array(frames.indices) : numberedIndices
      }
    return PlayOrder(indices: indices, plays: plays ?? .forever)
  }

  /// The only animation of an atlas without tags, if it alone has durations.
  package var onlyTimedAnimation: AtlasAnimation? {
    guard animations.count == 1, tags.isEmpty, !animations[0].delays.isEmpty else { return nil }
    return animations[0]
  }

  /// The loop count of the only tag, if it has all frames in order and thus describes the whole.
  /// Nil otherwise, and if it has none.
  var playsOfOnlyTag: LoopCount? {
    guard tags.count == 1, let tag = tags.first, let repeats = tag.repeats,
      tag.from == 0, tag.to == frames.count - 1, tag.direction == .forward
    else { return nil }
    return .plays(max(1, repeats))
  }

  /// The frames by the numbers in their names; sequences in the order of their first frames in the
  /// data.
  private var numberedIndices: [Int] {
    let names = frames.map(\.name)
    let sequences = NumberedSequences(names)
    // In walk1_1, walk10_1, walk2_1 the first number counts as well.
    if isSortedAsText, sequences.haveFurtherNumbers { return NaturalOrder.sortedIndices(names) }
    return sequences.indices
  }

  /// Whether the names are sorted by bytes, which is what packers write.
  private var isSortedAsText: Bool {
    zip(frames, frames.dropFirst()).allSatisfy {
      $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
    }
  }
}
