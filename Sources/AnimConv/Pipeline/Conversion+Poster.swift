internal import AnimPlay
internal import AnimTiming
internal import Messages
internal import Reading

extension Conversion {
  /// The same request with its poster chosen: it keeps one frame of the input for that frame's
  /// duration.
  ///
  /// - Parameters:
  ///   - source: positioned at any frame, before and after.
  ///   - onAnalysis: called before each examined frame; throws to stop.
  /// - Throws: ``ConversionError``.
  /// - Complexity: for the best frame as in ``PosterSearch``; other posters decode nothing.
  func settlingPoster(
    _ source: any FrameSource, onAnalysis: (_ done: Int, _ total: Int) throws -> Void
  ) throws -> Conversion {
    guard let poster = timing.poster else { return self }
    let sequence = try SettledConversion(withoutRate(source.info), source.info).timing.sequence
    let index = try ConversionError.telling(file: input.name, .reading) {
      switch poster {
      case .best:
        try PosterSearch(source, shown: sequence.sourceIndices, onAnalysis: onAnalysis).index
      case .first: sequence.sourceIndices[0]
      case .frame(let frame):
        if sequence.sourceIndices.contains(frame) {
          frame
        } else {
          throw PlanningError.posterNotShown(poster)
        }
      case .time(let time):
        if let position = sequence.timeline.frameIndex(at: time) {
          sequence.sourceIndices[position]
        } else {
          throw PlanningError.posterNotShown(poster)
        }
      }
    }
    return keeping(index, of: source.info)
  }

  private func keeping(_ frame: Int, of info: SourceInfo) -> Conversion {
    var one = withoutRate(info)
    // Only its duration remains as timing.
    one.timing.edits.range = .frames(from: frame, to: frame + 1)
    one.timing.edits.keepAll()
    one.timing.edits.direction = .forward
    return one
  }

  /// A single frame has no rate, so limits on the rate do not apply.
  func withoutRate(_ info: SourceInfo) -> Conversion {
    var one = self
    one.timing.schedule = nil
    if info.kind.hasTimes { one.reading.frameRate = nil }
    one.askedSettings.removeAll { [.slots, .freeRate].contains($0.scope.condition) }
    return one
  }

  /// A text that says which frame became the poster; empty if there is none.
  func notesOfPoster(_ timing: Retimer) -> [ConversionMessage] {
    guard self.timing.poster != nil, let frame = timing.sequence.sourceIndices.first else {
      return []
    }
    let start = timing.delays.timeline.startTime(of: frame)
    return ["the poster is frame \(frame), which starts at \(start.formatted())"]
  }
}
