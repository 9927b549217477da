internal import AnimPlay
internal import AnimTiming
internal import Messages
internal import Reading

extension Conversion {
  /// The same request, with frames that depend on pictures replaced by their numbers.
  ///
  /// - Parameters:
  ///   - source: positioned at any frame, before and after.
  ///   - onAnalysis: called before each examined frame; throws to stop.
  /// - Throws: ``ConversionError``.
  /// - Complexity: as ``FrameScan``; nothing is decoded for other requests.
  func settlingSelection(
    _ source: any FrameSource, onAnalysis: (_ done: Int, _ total: Int) throws -> Void
  ) throws -> Conversion {
    let edits = timing.edits
    guard edits.select.needsLooks else { return self }
    try ConversionError.telling(file: output.name, .planning) { try checkSelection(source.info) }
    var ranged = withoutRate(source.info)
    ranged.timing.edits = TimingEdits(range: edits.range)
    let shown = try SettledConversion(ranged, source.info).timing
    return try ConversionError.telling(file: input.name, .reading) {
      let scan = try FrameScan(
        source, shown: shown.sequence, choice: edits.select, scenes: timing.scenes,
        onAnalysis: onAnalysis)
      let selection = ChosenFrames(scan, shown.sequence, edits, timing.scenes)
      return try keeping(selection, of: shown)
    }
  }

  private func checkSelection(_ info: SourceInfo) throws(PlanningError) {
    let edits = timing.edits
    if info.frames.count < 2 { throw .nothingToSelect(info.kind, edits.select) }
    if edits.select == .sharp, edits.every == 1, edits.interval == nil, edits.pick == nil {
      throw .sharpestOfWhat
    }
  }

  private func keeping(_ selection: ChosenFrames, of shown: Retimer) throws -> Conversion {
    var edits = TimingEdits(range: timing.edits.range)
    let sources = shown.sequence.sourceIndices
    edits.at = selection.kept.map { .frame(sources[$0.position]) }
    if timing.edits.select != .sharp {
      edits.every = timing.edits.every
      edits.interval = timing.edits.interval
    }
    var frames = try edits.apply(to: shown.delays.timeline).sourceIndices
    if let pick = timing.edits.pick, frames.count > pick {
      frames = selection.strongest(pick, of: frames.map { $0 - sources[0] })
        .map { sources[$0] }
    }
    var selected = SelectedFrames(frames: frames, total: sources.count)
    let isKept = Set(frames)
    for (position, scores) in selection.kept where isKept.contains(sources[position]) {
      selected.scores[sources[position]] = scores
    }
    var one = self
    one.timing.edits.keepAll()
    one.timing.edits.at = frames.map { .frame($0) }
    one.timing.selected = selected
    return one
  }

  /// A text with the number of frames that were selected by their pictures; empty for other
  /// requests.
  var notesOfSelection: [ConversionMessage] {
    guard let selected = timing.selected else { return [] }
    return ["\(selected.frames.count) of \(selected.total) frames were chosen by their content"]
  }
}
