internal import AnimTiming

extension ConversionPlan {
  /// What was decided that a user might not expect.
  static func describeChoices(
    info: SourceInfo, timing: Retimer, hasAlpha: Bool, shaping: ShapingPlan,
    encoding: VideoEncoding
  ) -> [String] {
    var notes = info.notes
    let changed = timing.delays.changedFrameCount
    if changed > 0 {
      notes.append(
        "delays of \(changed) of \(info.frames.count) frames changed by the policy "
          + "'\(timing.policy)'")
    }
    let schedule = timing.schedule
    if schedule.largestShift > .zero {
      notes.append(
        "frame boundaries move by up to \(schedule.largestShift.inMilliseconds), "
          + "\(schedule.meanShift.inMilliseconds) on average")
    }
    if !schedule.neverShown.isEmpty {
      let shown = schedule.neverShown.prefix(8).map { "\(timing.sequence.sourceIndices[$0])" }
      let more = schedule.neverShown.count - shown.count
      notes.append(
        "frames that never show at this rate: " + shown.joined(separator: ", ")
          + (more > 0 ? " and \(more) more" : ""))
    }
    if timing.sequence.plays > 1 { notes.append("\(timing.sequence.plays) plays are baked") }
    if shaping.alpha == .matte && shaping.hasTransparency {
      notes.append(
        "transparency is flattened onto \(shaping.matte); --matte chooses the colour, WebM keeps "
          + "transparency")
    }
    if encoding.isPadded {
      notes.append(
        "padded from \(encoding.size) to \(encoding.codedSize) by repeating the edge, because "
          + "\(encoding.codec.title) needs even sides")
    }
    return notes
  }
}
