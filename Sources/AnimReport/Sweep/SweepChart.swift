internal import AnimConv
internal import TextFormats

/// Size across and similarity up, as inline SVG: a mark for each point, the frontier as steps, and
/// the required similarity. Widths are in hundredths, heights in pixels, so text keeps its size on
/// every screen.
struct SweepChart {
  static let height = 300.0
  private static let top = 12.0

  let sweep: Sweep

  private var bytes: ChartScale {
    ChartScale.steps(of: sweep.points.map { Double($0.byteCount) }) {
      Figures.bytes(Int64($0)).replacingZeros
    }
  }

  private var similarity: ChartScale {
    .similarity(worst: min(sweep.ssim, sweep.points.map(\.comparison.ssim).min() ?? 1))
  }

  private func x(_ point: Sweep.Point) -> Double { 100 * bytes.place(Double(point.byteCount)) }

  private func y(_ ssim: Double) -> Double {
    Self.top + (1 - similarity.place(ssim)) * (Self.height - Self.top)
  }

  private static func text(_ value: Double) -> String { Figures.short(value, places: 2) }

  /// Codecs in the order of their first occurrence; each has a colour and a shape.
  private var codecs: [VideoCodec] {
    var codecs: [VideoCodec] = []
    for point in sweep.points where !codecs.contains(point.setting.codec) {
      codecs.append(point.setting.codec)
    }
    return codecs
  }

  var markup: HTML {
    let full = Int(Self.height) + 44
    return """
      <figure class="chart sweep">
      <figcaption id="plot"><b>Size against similarity</b> <span>\(summary)</span></figcaption>
      <div><svg class="plot scatter" height="\(full)" role="group" aria-labelledby="plot">
      \(rows)
      \(columns)
      <text x="100%" y="\(Int(Self.height) + 38)" text-anchor="end">bytes, logarithmic</text>
      <svg width="100%" height="\(Int(Self.height))" viewBox="0 0 10000 \(Int(Self.height))" \
      preserveAspectRatio="none"><path class="frontier" d="\(frontierPath)"/></svg>
      <line class="target" x1="0%" x2="100%" y1="\(Self.text(y(sweep.ssim)))" \
      y2="\(Self.text(y(sweep.ssim)))"/>
      \(marks)
      </svg></div>
      <p class="legend">\(legend)</p>
      </figure>
      """
  }

  private var summary: String {
    let count = sweep.frontier.count
    return
      "\(counted(sweep.points.count, "setting")), \(count) on the frontier: nothing smaller "
      + "is as similar"
  }

  private var rows: [HTML] {
    similarity.ticks.map { tick in
      let place = Self.text(y(tick.value))
      return """
        <line class="grid" x1="0" x2="100%" y1="\(place)" y2="\(place)"/>\
        <text x="-8" y="\(Self.text(y(tick.value) + 4))" text-anchor="end">\(tick.label)</text>
        """
    }
  }

  private var columns: [HTML] {
    bytes.ticks.enumerated().map { index, tick in
      let place = Self.text(100 * bytes.place(tick.value)) + "%"
      let odd: HTML = index % 2 == 1 ? " class=\"odd\"" : ""
      return """
        <g\(odd)><line class="grid" x1="\(place)" x2="\(place)" y1="0" y2="\(Int(Self.height))"/>\
        <text x="\(place)" y="\(Int(Self.height) + 18)" text-anchor="middle">\(tick.label)</text></g>
        """
    }
  }

  /// Each point of the frontier is the best up to the size of the next one.
  var frontierPath: String {
    var path = ""
    for (number, index) in sweep.frontier.enumerated() {
      let point = sweep.points[index]
      let place = Self.text(100 * x(point))
      let height = Self.text(y(point.comparison.ssim))
      path += number == 0 ? "M\(place) \(height)" : "H\(place)V\(height)"
    }
    return path.isEmpty ? "" : path + "H10000"
  }

  private var marks: [HTML] {
    let frontier = Set(sweep.frontier)
    return sweep.points.enumerated().map { index, point in
      let place = Self.text(x(point)) + "%"
      let height = Self.text(y(point.comparison.ssim))
      let kind = codecs.firstIndex(of: point.setting.codec) ?? 0
      let best: HTML = frontier.contains(index) ? " best" : ""
      let chosen: HTML? =
        sweep.suggestion == index ? "<circle class=\"suggested\" r=\"11\"/>" : nil
      let label =
        "\(point.setting.title): \(Figures.bytes(point.byteCount)), SSIM "
        + Figures.ssim(point.comparison.ssim)
        + (frontier.contains(index) ? ", on the frontier" : "")
        + (sweep.suggestion == index ? ", suggested" : "")
      return """
        <svg x="\(place)" y="\(height)" overflow="visible"><a href="#point-\(index)" \
        class="dot c\(kind % Self.shapes.count)\(best)" data-dot="\(index)" aria-label="\(label)">\
        <title>\(label)</title>\(chosen)<circle class="ring" r="9"/>\
        \(HTML(trusted: Self.shapes[kind % Self.shapes.count]))</a></svg>
        """
    }
  }

  private var legend: [HTML] {
    codecs.enumerated().map { index, codec in
      """
      <span><svg width="14" height="14" viewBox="-7 -7 14 14" class="c\(index % Self.shapes.count)" \
      aria-hidden="true">\(HTML(trusted: Self.shapes[index % Self.shapes.count]))</svg> \
      \(codec.title)</span>
      """
    } + [
      """
      <span class="soft">line: the frontier; dashed: SSIM \(Figures.short(sweep.ssim, places: 4)); large \
      ring: the suggestion</span>
      """
    ]
  }

  /// Distinguishes codecs without colours.
  private static let shapes = [
    "<circle class=\"mark\" r=\"4.5\"/>",
    "<rect class=\"mark\" x=\"-4.2\" y=\"-4.2\" width=\"8.4\" height=\"8.4\"/>",
    "<path class=\"mark\" d=\"M0 -5.5L5.2 4H-5.2Z\"/>",
    "<path class=\"mark\" d=\"M0 -6L6 0L0 6L-6 0Z\"/>",
    "<path class=\"mark\" d=\"M-5 -3L-3 -5L0 -2L3 -5L5 -3L2 0L5 3L3 5L0 2L-3 5L-5 3L-2 0Z\"/>",
  ]
}

extension ChartScale {
  /// Values of 1, 2 and 5 times a power of ten from one value to another, with at most eight
  /// labels.
  ///
  /// - Parameter values: positive.
  static func steps(of values: [Double], label: (Double) -> String) -> ChartScale {
    let known = values.filter { $0 > 0 }
    let (low, high) = (known.min() ?? 1, known.max() ?? 1)
    var all: [Double] = []
    var power = 1.0
    while all.last ?? 0 < high {
      for step in [1.0, 2, 5] where (all.last ?? 0) < high { all.append(step * power) }
      power *= 10
    }
    let first = all.lastIndex { $0 <= low } ?? 0
    if all.count - first < 2 { all.append((all.last ?? 1) * 2) }
    let ends = Array(all[first...])
    let every = (ends.count + 7) / 8
    let ticks = ends.enumerated().filter { $0.offset % every == 0 }.map {
      Tick(value: $0.element, label: label($0.element))
    }
    return ChartScale(low: ends[0], high: ends[ends.count - 1], isLogarithmic: true, ticks: ticks)
  }
}

extension String {
  /// `200.0 kB` and `2.00 MB` as `200 kB` and `2 MB`.
  fileprivate var replacingZeros: String {
    let parts = split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].contains(".") else { return self }
    var number = parts[0]
    while number.hasSuffix("0") { number.removeLast() }
    if number.hasSuffix(".") { number.removeLast() }
    return "\(number) \(parts[1])"
  }
}
