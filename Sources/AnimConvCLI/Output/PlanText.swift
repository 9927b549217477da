internal import AnimConv
internal import AnimTiming
internal import TextFormats

/// A plan for people.
enum PlanText {
  static func describe(_ plan: Conversion.Plan) -> String {
    let info = plan.source
    let sequence = plan.timing.sequence
    let schedule = plan.timing.schedule
    var lines = [
      "read     \(Diagnostics.printable(plan.inputName)): \(info.kind.name.uppercased()) "
        + "\(info.size), \(counted(info.frames.count, "frame")), plays \(info.plays), "
        + (plan.hasAlpha ? "transparent" : "opaque"),
      "delays   policy '\(plan.timing.policy)': "
        + "\(plan.timing.delays.timeline.totalTime.formatted()) in all, "
        + "\(counted(plan.timing.delays.changedFrameCount, "delay")) changed",
    ]
    if sequence.count != info.frames.count || sequence.plays > 1 {
      lines.append(
        "play     \(counted(sequence.count, "frame")) of "
          + "\(sequence.timeline.totalTime.formatted()), \(counted(sequence.plays, "play"))"
      )
    }
    lines.append(
      "schedule \(counted(plan.frameCount, "frame")), \(plan.timeline.totalTime.formatted()), "
        + (schedule.frameRate.map { "\($0) fps" } ?? "variable")
        + ", times in 1/\(plan.timeline.timebase.denominator) s")
    for step in plan.shaping.steps { lines.append("shape    \(step)") }
    lines += describeContent(plan)
    lines.append(
      "memory   about \(mebibytes(plan.memory.total)) of \(mebibytes(plan.allowedMemory)) MiB: "
        + plan.memory.parts.map { "\($0.name) \(mebibytes($0.bytes))" }.joined(separator: ", "))
    if let asset = plan.asset { lines.append("player   \(asset.player.title)") }
    for note in plan.notes {
      lines.append("note     " + Diagnostics.printable(note.text(.options)))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Steps besides shaping, and the files, or the first few of many.
  private static func describeContent(_ plan: Conversion.Plan) -> [String] {
    var lines: [String] = []
    for line in plan.content.summary {
      let topic = line.topic.padding(to: 9)
      lines.append(topic + Diagnostics.printable(line.text))
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

  /// Rounded up.
  private static func mebibytes(_ bytes: Int) -> Int {
    (bytes >> 20) + (bytes & 0xFFFFF > 0 ? 1 : 0)
  }
}

extension MemoryAccount {
  /// The parts that take any memory, each with its purpose.
  fileprivate var parts: [(name: String, bytes: Int)] {
    [
      ("reading", reading), ("undithering", undithering), ("writing", writing),
      ("comparing", scoring),
    ].filter { $0.1 > 0 }
  }
}

extension String {
  /// Padded with spaces to at least `length`.
  fileprivate func padding(to length: Int) -> String {
    self + String(repeating: " ", count: max(0, length - count))
  }
}
