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
        + "\(plan.timing.delays.timeline.totalTime.inSeconds) in all, "
        + "\(InspectionText.count(plan.timing.delays.changedFrameCount, "delay")) changed",
    ]
    if sequence.count != info.frames.count || sequence.plays > 1 {
      lines.append(
        "play     \(InspectionText.count(sequence.count, "frame")) of "
          + "\(sequence.timeline.totalTime.inSeconds), \(InspectionText.count(sequence.plays, "play"))"
      )
    }
    lines.append(
      "schedule \(InspectionText.count(plan.frameCount, "frame")), \(plan.timeline.totalTime.inSeconds), "
        + (schedule.frameRate.map { "\($0) fps" } ?? "variable")
        + ", times in 1/\(plan.timeline.timebase.denominator) s")
    for step in plan.shaping.steps { lines.append("shape    \(step)") }
    lines += describeContent(plan)
    if let asset = plan.asset { lines.append("player   \(asset.player.title)") }
    for note in plan.notes { lines.append("note     \(note)") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What is done to the frames besides shaping, and the files, the first few of many.
  private static func describeContent(_ plan: ConversionPlan) -> [String] {
    var lines: [String] = []
    switch plan.content {
    case .video: break
    case .sheet(let sheet):
      let cell = sheet.sheets[0].atlas.frames[0].contentSize
      let sizes = sheet.options.layout == .packed ? "" : " of \(cell)"
      lines.append(
        "sheet    \(sheet.layout.rawValue) of "
          + "\(InspectionText.count(sheet.cellCount, "cell"))\(sizes)")
    case .imageSet(let plan):
      for set in plan.sets {
        let sheet = set.sheets[0]
        lines.append(
          "sheet    \(Diagnostics.printable(set.name)): column of "
            + "\(InspectionText.count(sheet.atlas.frames.count, "cell")) of "
            + "\(sheet.atlas.frames[0].contentSize), for "
            + set.sheets.map { "\($0.scale)x" }.joined(separator: ", "))
      }
    case .frames(let frames):
      lines.append(
        "files    \(InspectionText.count(frames.files.count, "picture")) of \(frames.size), "
          + "\(Diagnostics.printable(frames.files[0].name)) to "
          + Diagnostics.printable(frames.files[frames.files.count - 1].name)
          + (frames.lists.isEmpty
            ? "" : "; " + frames.lists.map(\.fileName).joined(separator: ", ")))
    }
    for output in plan.outputs.prefix(maxOutputs) {
      let name = Diagnostics.printable(output.output.name)
      if let encoding = output.encoding {
        lines.append(
          "write    \(name): \(encoding.container.rawValue.uppercased()), \(encoding)")
      } else {
        lines.append(
          "write    \(name): \(output.format)" + (output.size.map { ", \($0)" } ?? ""))
      }
    }
    if plan.outputs.count > maxOutputs {
      lines.append("write    and \(plan.outputs.count - maxOutputs) more files")
    }
    return lines
  }

  private static let maxOutputs = 20
}
