internal import AnimConv
internal import AnimTiming

/// The charts of one output, or of a source alone: durations, bytes, similarity.
struct TimelineCharts {
  let source: Report.Source

  func of(_ output: Report.Output, index: Int) -> HTML {
    let comparison = output.comparison
    let frames = comparison.frames
    let axis = TimeAxis(total: comparison.output.total.asSeconds)
    let times = frames.map { frame in
      let start = frame.start.asSeconds
      return (start: start, end: start + frame.duration.asSeconds)
    }
    let raw = frames.map { source.delays.rawDelay(of: $0.sourceIndex) }
    let charts = [
      durations(axis, times, raw),
      bytes(
        axis, times, frames.map(\.byteCount),
        before: frames.map { source.info.frames[$0.sourceIndex].byteCount }),
      similarity(comparison, axis, times),
    ]
    return Self.section(charts, "charts-\(index)")
  }

  var ofSource: HTML {
    let timeline = source.timeline
    let axis = TimeAxis(total: timeline.totalTime.asSeconds)
    let times = (0..<timeline.count).map { index in
      let start = timeline.startTime(of: index).asSeconds
      return (start: start, end: start + timeline.durationTime(of: index).asSeconds)
    }
    let charts = [
      durations(axis, times, (0..<timeline.count).map(source.delays.rawDelay)),
      bytes(axis, times, source.info.frames.map(\.byteCount), before: nil),
    ]
    return Self.section(charts, "charts")
  }

  private static func section(_ charts: [TimelineChart?], _ id: String) -> HTML {
    let drawn = charts.compactMap(\.self).enumerated().map { number, chart in
      chart.markup(id: "\(id)-\(number)")
    }
    return "<section aria-label=\"Timeline\">\n<h3>Timeline</h3>\n\(drawn)\n</section>"
  }

  private func durations(
    _ axis: TimeAxis, _ times: [(start: Double, end: Double)], _ raw: [Delay?]
  ) -> TimelineChart {
    let milliseconds = times.map { ($0.end - $0.start) * 1000 }
    // A zero delay is drawn at the minimum of the axis.
    let said = raw.map { delay in delay.map { ($0.time?.asSeconds ?? 0) * 1000 } }
    let scale = ChartScale.powers(of: milliseconds + said.compactMap(\.self)) {
      $0 < 1000 ? "\(Figures.short($0, places: 6)) ms" : "\(Figures.short($0 / 1000, places: 0)) s"
    }
    let changed = raw.filter { $0 != nil }.count
    var lines = [
      TimelineChart.Line(
        series: StepSeries(times, total: axis.total, values: milliseconds, choose: max),
        style: "time", isFilled: true)
    ]
    if changed > 0 {
      lines.append(
        TimelineChart.Line(
          series: StepSeries(times, total: axis.total, values: said, choose: min), style: "raw"))
    }
    return TimelineChart(
      title: "How long each frame is shown",
      summary: Self.range(milliseconds.map { ($0, "\(Figures.short($0, places: 3)) ms") })
        + (changed == 0
          ? "; the policy changed none" : "; dashed: what the file says of the \(changed) changed"),
      axis: axis, scale: scale, lines: lines)
  }

  private func bytes(
    _ axis: TimeAxis, _ times: [(start: Double, end: Double)], _ bytes: [Int64?],
    before: [Int64?]?
  ) -> TimelineChart? {
    let known = bytes.compactMap(\.self).map(Double.init)
    guard !known.isEmpty else { return nil }
    let earlier = before?.contains { $0 != nil } == true ? before : nil
    let scale = ChartScale.powers(of: known + (earlier ?? []).compactMap(\.self).map(Double.init)) {
      Figures.axisBytes(Int64($0))
    }
    var lines = [
      TimelineChart.Line(
        series: StepSeries(
          times, total: axis.total, values: bytes.map { $0.map(Double.init) }, choose: max),
        style: "bytes", isFilled: true)
    ]
    if let earlier {
      lines.append(
        TimelineChart.Line(
          series: StepSeries(
            times, total: axis.total, values: earlier.map { $0.map(Double.init) }, choose: max),
          style: "before"))
    }
    return TimelineChart(
      title: before == nil ? "Bytes of each frame" : "Bytes of each frame in the output",
      summary: Self.range(known.map { ($0, Figures.bytes(Int64($0))) })
        + (earlier == nil ? "" : "; dashed: in the source"),
      axis: axis, scale: scale, lines: lines)
  }

  private func similarity(
    _ comparison: OutputComparison, _ axis: TimeAxis, _ times: [(start: Double, end: Double)]
  ) -> TimelineChart {
    let worst = comparison.worst
    return TimelineChart(
      title: "SSIM of each frame against the source",
      summary: "mean \(Figures.ssim(comparison.ssim)), worst \(Figures.ssim(worst.ssim)) in frame "
        + "\(worst.index)",
      axis: axis, scale: .similarity(worst: worst.ssim),
      lines: [
        TimelineChart.Line(
          series: StepSeries(
            times, total: axis.total, values: comparison.frames.map(\.ssim), choose: min),
          style: "ssim", isFilled: true)
      ])
  }

  /// `50 ms to 700 ms`, or `always 50 ms`.
  private static func range(_ values: [(Double, String)]) -> String {
    guard let low = values.min(by: { $0.0 < $1.0 }), let high = values.max(by: { $0.0 < $1.0 })
    else { return "" }
    return low.1 == high.1 ? "always \(low.1)" : "\(low.1) to \(high.1)"
  }
}

extension Figures {
  /// A power of ten at an axis: `1 kB`.
  static func axisBytes(_ count: Int64) -> String {
    switch count {
    case ..<1000: "\(count) B"
    case ..<1_000_000: "\(count / 1000) kB"
    default: "\(count / 1_000_000) MB"
    }
  }
}
