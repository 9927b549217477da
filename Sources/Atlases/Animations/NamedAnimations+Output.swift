internal import AnimTiming

extension NamedAnimations {
  /// The places of one list's frames in a list made from it: a source's frames in an output.
  package struct Places {
    /// For each frame, the consecutive places where it is shown first; empty if it is not shown.
    let runs: [Range<Int>]
    /// For each frame, whether it is shown for its own delay.
    let keepsDelay: [Bool]

    /// - Parameters:
    ///   - shown: the frame at each place.
    ///   - count: the number of frames.
    ///   - keepsDelay: whether a place shows its frame for the frame's own delay.
    package init(
      shown: some Collection<Int>, count: Int, keepsDelay: (_ frame: Int, _ place: Int) -> Bool
    ) {
      var runs = [Range<Int>](repeating: 0..<0, count: count)
      for (place, frame) in shown.enumerated() {
        if runs[frame].isEmpty {
          runs[frame] = place..<place + 1
        } else if runs[frame].upperBound == place {
          runs[frame] = runs[frame].lowerBound..<place + 1
        }
      }
      self.runs = runs
      self.keepsDelay = runs.enumerated().map { frame, run in
        run.count == 1 && keepsDelay(frame, run.lowerBound)
      }
    }
  }

  /// The tags and animations in an output, and the names of those that it cannot express: their
  /// frames are missing, not adjacent, or not shown for the animation's durations.
  ///
  /// Frames may be dropped, repeated or reversed in the output; a reversed tag plays its frames as
  /// they are stored.
  package func moved(to places: Places) -> (kept: NamedAnimations, lost: [String]) {
    var kept = NamedAnimations()
    var lost: [String] = []
    for tag in tags {
      if let moved = tag.moved(to: places) {
        kept.tags.append(moved)
      } else {
        lost.append(tag.name)
      }
    }
    for animation in animations {
      if let moved = animation.moved(to: places) {
        kept.animations.append(moved)
      } else {
        lost.append(animation.name)
      }
    }
    return (kept, lost)
  }
}

extension AtlasTag {
  fileprivate func moved(to places: NamedAnimations.Places) -> AtlasTag? {
    let runs = places.runs[from...to].filter { !$0.isEmpty }.sorted {
      $0.lowerBound < $1.lowerBound
    }
    guard let first = runs.first, let last = runs.last,
      zip(runs, runs.dropFirst()).allSatisfy({ $0.upperBound == $1.lowerBound })
    else { return nil }
    var tag = self
    tag.from = first.lowerBound
    tag.to = last.upperBound - 1
    return tag
  }
}

extension AtlasAnimation {
  fileprivate func moved(to places: NamedAnimations.Places) -> AtlasAnimation? {
    var moved = self
    guard delays.isEmpty || indices.allSatisfy({ places.keepsDelay[$0] }) else { return nil }
    moved.indices = indices.flatMap { places.runs[$0] }
    return moved.indices.isEmpty ? nil : moved
  }
}
