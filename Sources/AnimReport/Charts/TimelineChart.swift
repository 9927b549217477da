/// A chart over the time of one play, as inline SVG: it can be printed, needs no script, and uses
/// the page's colours. Widths are in hundredths of the page's, heights in pixels, so text keeps its
/// size on every screen.
struct TimelineChart {
  /// A line of steps.
  struct Line {
    let series: StepSeries
    /// The class in the style sheet: `time`, `bytes`, `ssim`, `before`, `raw`.
    let style: String
    /// Whether the area below it is filled.
    var isFilled = false
  }

  static let height = 84.0
  private static let top = 6.0

  let title: String
  /// A text description of the chart, for screen readers.
  let summary: String
  let axis: TimeAxis
  let scale: ChartScale
  let lines: [Line]

  private func y(_ value: Double) -> Double {
    Self.top + (1 - scale.place(value)) * (Self.height - Self.top)
  }

  func markup(id: String) -> HTML {
    let full = Int(Self.height) + 26
    return """
      <figure class="chart">
      <figcaption id="\(id)"><b>\(title)</b> <span>\(summary)</span></figcaption>
      <div><svg class="plot" height="\(full)" role="img" aria-labelledby="\(id)">
      \(rows)
      \(columns)
      <svg width="100%" height="\(Int(Self.height))" viewBox="0 0 \(Int(StepSeries.width)) \
      \(Int(Self.height))" preserveAspectRatio="none">
      \(lines.flatMap(paths))
      </svg>
      <line class="cursor" x1="0%" x2="0%" y1="0" y2="\(Int(Self.height))"/>
      </svg></div>
      </figure>
      """
  }

  private var rows: [HTML] {
    scale.ticks.map { tick in
      let place = Figures.short(y(tick.value), places: 1)
      let text = Figures.short(y(tick.value) + 4, places: 1)
      return """
        <line class="grid" x1="0" x2="100%" y1="\(place)" y2="\(place)"/>\
        <text x="-8" y="\(text)" text-anchor="end">\(tick.label)</text>
        """
    }
  }

  private var columns: [HTML] {
    axis.ticks.enumerated().map { index, tick in
      let place = Figures.short(tick.percent, places: 3) + "%"
      let odd: HTML = index % 2 == 1 ? " class=\"odd\"" : ""
      return """
        <g\(odd)><line class="grid" x1="\(place)" x2="\(place)" y1="0" y2="\(Int(Self.height))"/>\
        <text x="\(place)" y="\(Int(Self.height) + 18)" text-anchor="middle">\(tick.label)</text></g>
        """
    }
  }

  private func paths(_ line: Line) -> [HTML] {
    let stroke: HTML = """
      <path class="\(line.style == "before" || line.style == "raw" ? "" : "series ")\(line.style)" \
      d="\(line.series.line(y))"/>
      """
    guard line.isFilled else { return [stroke] }
    let area = line.series.area(y, floor: Self.height)
    return ["<path class=\"area \(line.style)\" d=\"\(area)\"/>", stroke]
  }
}
