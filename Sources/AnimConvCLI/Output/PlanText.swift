internal import AnimConv
internal import AnimTiming

/// A plan for people.
enum PlanText {
  static func describe(_ plan: ConversionPlan) -> String {
    let info = plan.source
    let sequence = plan.timing.sequence
    let schedule = plan.timing.schedule
    var lines = [
      "read     \(Diagnostics.printable(plan.inputName)): \(info.kind.rawValue.uppercased()) "
        + "\(info.size), \(InspectionText.count(info.frames.count, "frame")), plays \(info.plays), "
        + (plan.hasAlpha ? "transparent" : "opaque"),
      "delays   policy '\(plan.timing.policy)': "
        + "\(plan.timing.delays.timeline.totalTime) in all, "
        + "\(InspectionText.count(plan.timing.delays.changedFrameCount, "delay")) changed",
    ]
    if sequence.count != info.frames.count || sequence.plays > 1 {
      lines.append(
        "play     \(InspectionText.count(sequence.count, "frame")) of "
          + "\(sequence.timeline.totalTime), \(InspectionText.count(sequence.plays, "play"))")
    }
    lines.append(
      "schedule \(InspectionText.count(plan.frameCount, "frame")), \(plan.timeline.totalTime), "
        + (schedule.frameRate.map { "\($0) fps" } ?? "variable")
        + ", times in 1/\(plan.timeline.timebase.denominator) s")
    for step in plan.shaping.steps { lines.append("shape    \(step)") }
    for output in plan.outputs {
      lines.append(
        "write    \(Diagnostics.printable(output.output.name)): "
          + "\(output.encoding.container.rawValue.uppercased()), \(output.encoding)")
    }
    for note in plan.notes { lines.append("note     \(note)") }
    return lines.joined(separator: "\n") + "\n"
  }
}
