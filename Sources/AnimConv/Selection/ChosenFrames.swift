internal import AnimTiming
internal import Writing

/// Selects frames by their pictures, from the results of a scan.
struct ChosenFrames {
  /// The positions of the selected frames in the sequence, in order, with the values that selected
  /// them.
  private(set) var kept: [(position: Int, scores: FrameScores)] = []

  private let shown: PlaySequence
  private let edits: TimingEdits
  private let scan: FrameScan

  init(
    _ scan: FrameScan, _ shown: PlaySequence, _ edits: TimingEdits,
    _ scenes: Conversion.Timing.Scenes
  ) {
    self.scan = scan
    self.shown = shown
    self.edits = edits
    switch edits.select {
    case .all, .key: break
    case .distinct:
      for frame in scan.distinct {
        var scores = FrameScores()
        scores.difference = frame.difference
        kept.append((frame.position, scores))
      }
    case .sharp:
      for part in parts { kept.append(sharpest(part)) }
    case .scene, .middleOfScene, .sharpestOfScene:
      for shot in shots(scenes.shortest) {
        var chosen = representative(of: shot.frames)
        chosen.scores.scene = shot.score
        chosen.scores.shot = kept.count
        kept.append(chosen)
      }
    }
  }

  // MARK: The sharpest frame of each part

  /// The frames that start in one part of the time, or a fixed number of consecutive frames.
  private var parts: [Range<Int>] {
    let timeline = shown.timeline
    func ranges(_ part: (Int) -> Int128) -> [Range<Int>] {
      var ranges: [Range<Int>] = []
      var last: Int128?
      for position in 0..<shown.count {
        let number = part(position)
        if number == last {
          ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound..<position + 1
        } else {
          ranges.append(position..<position + 1)
        }
        last = number
      }
      return ranges
    }
    if let interval = edits.interval {
      let unit = Int128(timeline.timebase.numerator) * Int128(interval.denominator)
      let step = Int128(interval.numerator) * Int128(timeline.timebase.denominator)
      return ranges { position in
        let (start, overflow) = Int128(timeline.start(of: position))
          .multipliedReportingOverflow(by: unit)
        // This happens only for times beyond those that outputs support.
        return overflow ? .max : start / step
      }
    }
    if edits.every > 1 { return ranges { Int128($0 / edits.every) } }
    let count = Int128(edits.pick ?? 1)
    return ranges { Int128(timeline.start(of: $0)) * count / Int128(timeline.total) }
  }

  private func sharpest(_ range: Range<Int>) -> (position: Int, scores: FrameScores) {
    let position = scan.appeals.best(of: range) ?? range.lowerBound
    var scores = FrameScores()
    scores.sharpness = scan.appeals[position].sharpness
    return (position, scores)
  }

  // MARK: Shots

  /// The shots that are long enough; shorter ones are merged into the previous one.
  private func shots(_ shortest: RationalTime) -> [(frames: Range<Int>, score: Double?)] {
    let timeline = shown.timeline
    var shots: [(frames: Range<Int>, score: Double?)] = []
    let starts = [0] + scan.changes.map(\.position)
    for (number, start) in starts.enumerated() {
      let end = number + 1 < starts.count ? starts[number + 1] : shown.count
      let ticks = timeline.boundaries[end] - timeline.boundaries[start]
      // The length of a part always fits, because the length of the whole does.
      let length = try? RationalTime(ticks: ticks, timebase: timeline.timebase)
      if let last = shots.last, let length, length < shortest {
        shots[shots.count - 1].frames = last.frames.lowerBound..<end
      } else {
        shots.append((start..<end, number == 0 ? nil : scan.changes[number - 1].score))
      }
    }
    return shots
  }

  private func representative(of shot: Range<Int>) -> (position: Int, scores: FrameScores) {
    switch edits.select {
    case .middleOfScene: (middle(of: shot), FrameScores())
    case .sharpestOfScene: sharpest(shot)
    default: (shot.lowerBound, FrameScores())
    }
  }

  /// The frame shown in the middle of the time.
  private func middle(of shot: Range<Int>) -> Int {
    let boundaries = shown.timeline.boundaries
    let (start, end) = (boundaries[shot.lowerBound], boundaries[shot.upperBound])
    let half = start + (end - start) / 2
    return shot.last(where: { boundaries[$0] <= half }) ?? shot.lowerBound
  }

  // MARK: The strongest frames

  /// At most the requested number of the remaining frames: the strongest, in order.
  ///
  /// - Parameter positions: the remaining frames.
  func strongest(_ count: Int, of positions: [Int]) -> [Int] {
    let left = Set(positions)
    let strength = { (scores: FrameScores) -> Double in
      switch edits.select {
      case .distinct: scores.difference.map(Double.init) ?? .infinity
      case .sharp: scores.sharpness ?? 0
      default: scores.scene ?? .infinity
      }
    }
    let candidates = kept.filter { left.contains($0.position) }
    let ranked = candidates.sorted {
      let (one, other) = (strength($0.scores), strength($1.scores))
      return one == other ? $0.position < $1.position : one > other
    }
    return ranked.prefix(count).map(\.position).sorted()
  }
}
