internal import AnimConv
internal import AnimTiming
internal import TextFormats

/// An inspection, as text.
enum InspectionText {
  static func describe(
    _ inspection: Inspection, name: String, columns: Int, color: Bool, listsFrames: Bool
  ) -> String {
    let info = inspection.source
    var lines = [
      "\(Diagnostics.printable(name)): \(info.kind.name.uppercased()), \(info.size), "
        + counted(info.frames.count, "frame")
        + (info.byteCount.map { ", \($0) bytes" } ?? "")
    ]
    lines.append(
      "plays: \(info.plays)" + (info.declaresPlays ? "" : " (the file says nothing about it)"))
    lines.append("transparency: \(inspection.hasAlpha ? "yes" : "no")")
    if let delays = inspection.delays {
      lines += describe(delays, policy: inspection.policy, columns: columns, color: color)
    } else if let error = inspection.timingError {
      lines.append(
        "durations: none under '\(inspection.policy)': \(error.reasonAndRemedy)")
    }
    for comment in info.metadata.comments {
      lines.append("comment: \(Diagnostics.printable(comment))")
    }
    if let profile = info.metadata.profileName {
      lines.append("colour profile: \(Diagnostics.printable(profile))")
    }
    if let orientation = info.metadata.orientation { lines.append("orientation: \(orientation)") }
    if let xmp = info.metadata.xmp { lines.append("XMP: \(counted(xmp.utf8.count, "byte"))") }
    if info.metadata.hasOtherXMP { lines.append("XMP: present") }
    if info.metadata.hasCredentials { lines.append("content credentials (C2PA): present") }
    if let contents = info.video?.contents { lines += ContentsText.lines(contents) }
    lines += animations(info.animations)
    for note in info.notes { lines.append("note: \(Diagnostics.printable(note.text(.options)))") }
    for line in WarningText.lines(inspection.warnings) {
      lines.append("warning: \(Diagnostics.printable(line))")
    }
    if listsFrames { lines += [""] + table(inspection) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A table of the values for `--tag`; empty without tags.
  private static func animations(_ list: [ListedAnimation]) -> [String] {
    if list.isEmpty { return [] }
    let header = ["animation", "frames", "duration", "plays", "direction"]
    let rows = list.map { animation in
      [
        Diagnostics.printable(animation.name), "\(animation.frameCount)",
        animation.duration?.formatted(in: .milliseconds) ?? "-", animation.plays.description,
        animation.direction.rawValue,
      ]
    }
    return [""] + aligned([header] + rows) + [""]
  }

  private static func describe(
    _ delays: ResolvedDelays, policy: DelayPolicy, columns: Int, color: Bool
  ) -> [String] {
    let timeline = delays.timeline
    let reduced = timeline.reduced()
    let slot = reduced.timebase.tick
    let rate = FrameRate(timebase: reduced.timebase)
    let within = AnimationTimeline.SlotBudget()
    let isOver = rate > within.maxFrameRate || reduced.total > Int64(within.maxSlots)
    let drawing = TimelineDrawing.draw(timeline, columns: min(columns, 100) - 2)
    return [
      "total: \(timeline.totalTime.formatted())",
      "policy: \(policy), changes "
        + (delays.changes.isEmpty
          ? "no delay"
          : "\(delays.changedFrameCount) of \(counted(timeline.count, "delay"))"),
      "greatest common divisor: \(slot.formatted(in: .milliseconds)), \(counted(Int(reduced.total), "slot")) "
        + "at \(rate) fps" + (isOver ? " (over the default budget of 'slots')" : ""),
      "",
      color ? "[\u{1b}[36m\(drawing)\u{1b}[0m]" : "[\(drawing)]",
    ]
  }

  private static func table(_ inspection: Inspection) -> [String] {
    let header = ["frame", "raw delay", "duration", "start", "rectangle", "disposal", "notes"]
    var rows = [header]
    for (index, frame) in inspection.source.frames.enumerated() {
      rows.append([
        "\(index)", frame.delay.description,
        inspection.delays?.timeline.durationTime(of: index).formatted(in: .milliseconds) ?? "-",
        inspection.delays?.timeline.startTime(of: index).formatted(in: .milliseconds) ?? "-",
        frame.rect.description, frame.disposal.title,
        frame.isInterlaced ? "interlaced" : "",
      ])
    }
    return aligned(rows)
  }

  private static func aligned(_ rows: [[String]]) -> [String] {
    let columns = rows.first?.indices ?? 0..<0
    let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths)
        .map { cell, width in cell + String(repeating: " ", count: width - cell.count) }
        .joined(separator: "  ")
        .trimmingSuffix { $0 == " " }
    }
  }
}

extension CanvasFrame.Disposal {
  /// In the form of the list of frames.
  fileprivate var title: String {
    switch self {
    case .keep: "keep"
    case .clear: "clear"
    case .restorePrevious: "restore previous"
    }
  }
}

extension String {
  /// The text without a suffix of characters that match.
  func trimmingSuffix(while predicate: (Character) -> Bool) -> String {
    var end = endIndex
    while end > startIndex, predicate(self[index(before: end)]) { end = index(before: end) }
    return String(self[..<end])
  }
}
