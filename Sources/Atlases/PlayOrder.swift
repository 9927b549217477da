package import AnimTiming
internal import Stages

/// Frames in the order in which they show.
package struct PlayOrder: Sendable, Hashable {
  /// Indices into ``Atlas/frames``; repeated where a frame shows again.
  package var indices: [Int]
  /// How often that order is played.
  package var plays: LoopCount
  /// How long each shows when that differs from the frame's own delay; empty when none does.
  package var delays: [Delay]
  /// Which stretch of ``indices`` each of several animations is; empty for one alone.
  package var parts: [AtlasTag] = []

  package init(indices: [Int], plays: LoopCount, delays: [Delay] = []) {
    self.indices = indices
    self.plays = plays
    self.delays = delays
  }
}

extension Atlas {
  /// The order of frames when no tag or animation is asked for.
  package enum FrameOrder: String, Sendable, Hashable, CaseIterable {
    /// As in the data. A hash of bare numbers is in the order of the numbers, since no reader of
    /// JSON in a browser sees it otherwise.
    case file
    /// By name, so that f2 comes before f10.
    case natural
    /// ``file`` where a frame has a delay or a tag or an animation names the frames; elsewhere by
    /// the numbers in the names, since packers list frames as they have packed them.
    case automatic
  }

  /// Every frame once, in `order`, played as often as the data says, else for ever.
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

  /// The only animation of an atlas without tags, when it alone says how long frames stay.
  package var onlyTimedAnimation: AtlasAnimation? {
    guard animations.count == 1, tags.isEmpty, !animations[0].delays.isEmpty else { return nil }
    return animations[0]
  }

  /// How often the only tag is played, when it has all frames in their order: then it says how the
  /// whole is played. Nil otherwise, and when it does not say.
  var playsOfOnlyTag: LoopCount? {
    guard tags.count == 1, let tag = tags.first, let repeats = tag.repeats,
      tag.from == 0, tag.to == frames.count - 1, tag.direction == .forward
    else { return nil }
    return .plays(max(1, repeats))
  }

  /// The frames by the numbers in their names; one sequence after another as the data has them first.
  private var numberedIndices: [Int] {
    let names = frames.map(\.name)
    let sequences = NumberedSequences(names)
    // Of walk1_1, walk10_1, walk2_1 the first number is one as well.
    if isSortedAsText, sequences.haveFurtherNumbers { return NaturalOrder.sortedIndices(names) }
    return sequences.indices
  }

  /// Whether the names are in the order of their bytes, which is what packers write.
  private var isSortedAsText: Bool {
    zip(frames, frames.dropFirst()).allSatisfy {
      $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
    }
  }
}
