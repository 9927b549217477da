package import AnimTiming
package import Stages

/// Frames in the order in which they show.
package struct PlayOrder: Sendable, Hashable {
  /// Indices into ``Atlas/frames``; repeated where a frame shows again.
  package var indices: [Int]
  /// How often that order is played.
  package var plays: LoopCount
  /// How long each shows when that differs from the frame's own delay; empty when none does.
  package var delays: [Delay]

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
    /// ``file``, except where the packer has visibly sorted the names as text (f1, f10, f2) and no
    /// frame has a delay: then ``natural``.
    case automatic
  }

  /// Every frame once, in `order`, played as often as the data says, else for ever.
  ///
  /// - Complexity: O(n log n) in frames for ``FrameOrder/natural``.
  package func playOrder(_ order: FrameOrder = .automatic) -> PlayOrder {
    let isNatural =
      switch order {
      case .file: false
      case .natural: true
      case .automatic: !hasDelays && isSortedAsText
      }
    let indices = isNatural ? NaturalOrder.sortedIndices(frames.map(\.name)) : Array(frames.indices)
    return PlayOrder(indices: indices, plays: plays ?? .forever)
  }

  /// The frames of the tag or, when there is none of the name, of the animation.
  ///
  /// - Throws: ``AtlasError/unknownTag(name:known:)`` and
  ///   ``ReadingError/limitExceeded(limit:value:allowed:)``.
  package func playOrder(named name: String, limits: ReadingLimits) throws -> PlayOrder {
    if let tag = tags.first(where: { $0.name == name }) {
      return try tag.playOrder(maxFrames: limits.maxFrames)
    }
    if let animation = animations.first(where: { $0.name == name }) {
      return PlayOrder(
        indices: animation.indices, plays: animation.plays ?? .forever, delays: animation.delays)
    }
    throw AtlasError.unknownTag(name: name, known: tags.map(\.name) + animations.map(\.name))
  }

  /// How often the only tag is played, when it has all frames in their order: then it says how the
  /// whole is played. Nil otherwise, and when it does not say.
  var playsOfOnlyTag: LoopCount? {
    guard tags.count == 1, let tag = tags.first, let repeats = tag.repeats,
      tag.from == 0, tag.to == frames.count - 1, tag.direction == .forward
    else { return nil }
    return .plays(max(1, repeats))
  }

  /// Whether the names are in the order of their bytes, which is what packers write.
  private var isSortedAsText: Bool {
    zip(frames, frames.dropFirst()).allSatisfy {
      $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
    }
  }
}
