internal import AnimTiming
internal import Messages
internal import Writing

extension Conversion.Plan {
  /// Decisions that a user might not expect.
  func describeChoices() -> [ConversionMessage] {
    var notes = source.notes
    let changed = timing.delays.changedFrameCount
    if changed > 0 {
      notes.append(
        "delays of \(changed) of \(source.frames.count) frames changed by the policy "
          + "'\(timing.policy)'")
    }
    if let end = timing.rangeEnd {
      notes.append(
        "the range ends at \(end.formatted()), the animation at "
          + "\(timing.delays.timeline.totalTime.formatted())")
    }
    let repeated = timing.repeatedMoments
    if repeated > 0 {
      notes.append(
        "\(repeated) of the times \(repeated == 1 ? "shows" : "show") the frame of another, which is "
          + "kept once")
    }
    let schedule = timing.schedule
    if schedule.largestShift > .zero {
      notes.append(
        "frame boundaries move by up to \(schedule.largestShift.formatted(in: .milliseconds)), "
          + "\(schedule.meanShift.formatted(in: .milliseconds)) on average")
    }
    if let all = timing.unmerged {
      let merged = all.entries.count - schedule.entries.count
      let what = merged == 1 ? "1 frame equals" : "\(merged) frames equal"
      notes.append(
        "\(what) the previous one and became part of it; \(.keepFrames) keeps them")
    }
    if !schedule.neverShown.isEmpty {
      let shown = schedule.neverShown.prefix(8).map { "\(timing.sequence.sourceIndices[$0])" }
      let more = schedule.neverShown.count - shown.count
      notes.append(
        "frames that are never shown at this rate: \(shown.joined(separator: ", "))"
          + (more > 0 ? " and \(more) more" : ""))
    }
    if source.video?.hasSound == true, !content.tellsOfSound {
      notes.append("the sound is left out")
    }
    notes += [content.noteOnChapters, lostContents.note].compactMap(\.self)
    if timing.sequence.plays > 1 { notes.append("the output holds \(timing.sequence.plays) plays") }
    return notes + content.notes(self) + (asset?.warnings ?? []).map { ConversionMessage($0) }
  }

  private var lostContents: LostContents {
    LostContents(
      source: source, kept: content.contents, tellsOfChapters: content.noteOnChapters != nil)
  }
}
