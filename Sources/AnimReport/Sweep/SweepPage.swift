internal import AnimConv
internal import AnimTiming
internal import SystemPackage
internal import TextFormats

/// The whole page of a sweep.
struct SweepPage: WrittenPage {
  static let scriptOfAll =
    ReportPage.sharedScript + String(decoding: PackageResources.sweep_js, as: UTF8.self)

  let sweep: Sweep

  var report: Report { sweep.report }
  var script: String { Self.scriptOfAll }
  var scriptName: String { "sweep.js" }

  private var source: Report.Source { sweep.source }
  private var name: String { FilePath(source.name).shortName }

  func markup(_ form: PageForm) -> HTML {
    let info = source.info
    let count = counted(sweep.points.count + sweep.failures.count, "setting")
    let facts = [
      "animconv \(AnimConvVersion.current)", Report.format(of: info),
      "\(info.size.width)×\(info.size.height)", counted(info.frames.count, "frame"),
      source.timeline.totalTime.formatted(), "delays: \(source.inspection.policy)",
    ].joined(separator: " · ")
    return PageShell(form: form, script: script, scriptName: scriptName).markup(
      title: "\(name), \(count) · animconv",
      header: """
        <h1>\(HTML.name(name)) <span class="arrow">→</span> \(count)</h1>
        <p class="about">\(facts)</p>
        \(sweep.command.map { PageShell.command($0, id: "command", of: "the page") })
        """,
      main: """
        <article data-output="\(shown.right)" aria-label="Sweep">
        <div class="revealing">
        \(tiles)
        \(suggestedCommand)
        \(failures)
        \(SweepChart(sweep: sweep).markup)
        </div>
        \(viewer(form))
        <div class="revealing">\(table)</div>
        </article>
        """,
      footer: """
        SSIM and PSNR compare each frame with what the source shows in the middle of its time; SSIM is \
        of luma, 1 for equal pictures.
        """,
      data: [("data", PageData(report: report).text), ("sweep", data)])
  }

  /// The initial pair: the source and the suggestion, or the most similar output.
  private var shown: (left: Int, right: Int) {
    (-1, sweep.suggestion ?? sweep.frontier.last ?? 0)
  }

  /// The settings' data for the script.
  private var data: String {
    let titles = sweep.points.map { jsonText($0.setting.title) }.joined(separator: ",")
    let bytes = sweep.points.map { "\($0.byteCount)" }.joined(separator: ",")
    let similarities = sweep.points.map { Figures.data(ssim: $0.comparison.ssim) }
      .joined(separator: ",")
    return
      #"{"sourceBytes":\#(source.info.byteCount.map { "\($0)" } ?? "null"),"#
      + #""titles":[\#(titles)],"bytes":[\#(bytes)],"ssim":[\#(similarities)],"#
      + #""left":\#(shown.left),"right":\#(shown.right)}"#
  }

  // MARK: Figures

  private var tiles: HTML {
    let points = sweep.points
    let frontier = sweep.frontier
    let before = source.info.byteCount
    func tile(_ title: String, _ index: Int) -> HTML {
      let point = points[index]
      let ratio = before.map { " · " + Figures.ratio($0, point.byteCount) } ?? ""
      return Tiles.tile(
        title, Figures.bytes(point.byteCount),
        "\(point.setting.title) · SSIM \(Figures.ssim(point.comparison.ssim))\(ratio)")
    }
    let asked = Figures.short(sweep.ssim, places: 4)
    let suggestion =
      sweep.suggestion.map { tile("Suggestion: smallest at SSIM \(asked)", $0) }
      ?? Tiles.tile(
        "Suggestion", "none", "no setting has an SSIM of at least \(asked)", isAlert: true)
    return Tiles.list([
      suggestion, tile("Smallest", frontier[0]), tile("Most similar", frontier[frontier.count - 1]),
      Tiles.tile("Source", before.map(Figures.bytes) ?? "–", Report.format(of: source.info)),
    ])
  }

  private var suggestedCommand: HTML? {
    sweep.suggestion.map {
      PageShell.command(sweep.points[$0].command, id: "suggested", of: "the suggestion")
    }
  }

  private var failures: HTML? {
    if sweep.failures.isEmpty { return nil }
    let lines = sweep.failures.map {
      "<li>\($0.setting.title): \($0.error.reason.text(.options))</li>" as HTML
    }
    return "<ul class=\"warnings\" aria-label=\"Settings that failed\">\(lines)</ul>"
  }

  private var table: HTML {
    let frontier = Set(sweep.frontier)
    let rows = sweep.points.enumerated().map { index, point -> HTML in
      let comparison = point.comparison
      let ratio = source.info.byteCount.map { Figures.ratio($0, point.byteCount) } ?? "–"
      let mark =
        sweep.suggestion == index ? "suggested" : frontier.contains(index) ? "frontier" : ""
      let name: HTML =
        source.media == nil
        ? "\(point.setting.title)"
        : "<button data-show=\"\(index)\" aria-label=\"Show \(point.setting.title)\">\(point.setting.title)</button>"
      return """
        <tr id="point-\(index)"><th scope="row">\(name)</th><td>\(Figures.bytes(point.byteCount))</td>\
        <td>\(ratio)</td><td>\(Figures.ssim(comparison.ssim))</td>\
        <td>\(Figures.ssim(comparison.worst.ssim))</td>\
        <td>\(comparison.psnr.map(Figures.decibels) ?? "equal")</td><td>\(mark)</td>\
        <td class="copied"><button data-copy="command-\(index)" \
        aria-label="Copy the command of \(point.setting.title)" hidden>Copy</button> \
        <code id="command-\(index)">\(point.command)</code></td></tr>
        """
    }
    return """
      <section aria-label="Settings"><h2 class="part">Settings</h2>
      <div class="table" tabindex="0" role="region" aria-label="Table of settings, scrolls"><table>\
      <thead><tr><th scope="col">Setting</th><th scope="col">Bytes</th>\
      <th scope="col">Beside the source</th><th scope="col">Mean SSIM</th>\
      <th scope="col">Worst SSIM</th><th scope="col">PSNR</th><th scope="col"><span class="hidden">Remark</span></th>\
      <th scope="col" class="copied">Command</th></tr></thead><tbody>
      \(rows)
      </tbody></table></div></section>
      """
  }

  // MARK: Pictures

  private func viewer(_ form: PageForm) -> HTML? {
    guard source.media != nil else { return nil }
    let parts = ViewerMarkup(
      source: source, output: sweep.points[shown.right].output, form: form, index: shown.right)
    let media =
      [parts.media(source.media, "source", nil, "\(source.name), source")]
      + sweep.points.enumerated().map { index, point in
        parts.media(
          point.output.media, "output", index, point.setting.title, element: "media-\(index)")
      }
    return """
      <details class="plain"><summary>Source and outputs</summary>\(media.compactMap(\.self))</details>
      <section class="viewer" aria-label="Viewer" hidden>
      <div class="toolbar">
      \(choice("left", "A", withSource: true))
      \(choice("right", "B", withSource: false))
      \(parts.modes)
      <button data-do="blind" aria-pressed="false">Blind test</button>
      \(parts.zoom)
      </div>
      <div class="stage no-block no-changed" data-view="side">
      \(parts.panes)
      </div>
      \(parts.amount)
      <div class="verdict" hidden><p>Which is better? The sides are in random order, and their \
      settings are hidden.</p>
      <button data-choice="left">Left</button> <button data-choice="right">Right</button> \
      <button data-choice="none">No difference</button></div>
      \(parts.transport)
      <p class="notice" role="status" hidden></p>
      <p class="status" role="status"></p>
      <div class="revealing" role="log" aria-label="Choices of blind tests"><ol class="choices"></ol></div>
      <p class="keys revealing"><kbd>Space</kbd> plays and pauses, <kbd>←</kbd> <kbd>→</kbd> one frame, \
      <kbd>Home</kbd> <kbd>End</kbd> first and last, <kbd>1</kbd> to <kbd>4</kbd> views, <kbd>B</kbd> \
      blind test. A mark in the plot shows its setting as B.</p>
      </section>
      """
  }

  private func choice(_ role: String, _ label: String, withSource: Bool) -> HTML {
    let selected = role == "left" ? shown.left : shown.right
    func option(_ index: Int, _ title: String) -> HTML {
      let mark: HTML = index == selected ? " selected" : ""
      return "<option value=\"\(index)\"\(mark)>\(title)</option>"
    }
    let options =
      (withSource ? [option(-1, "Source")] : [])
      + sweep.points.enumerated().map { option($0.offset, $0.element.setting.title) }
    return """
      <label class="soft pick revealing">\(label) <select data-do="\(HTML(trusted: role))">\(options)\
      </select></label>
      """
  }
}

extension ReportFile {
  /// The page of a sweep.
  package init(_ sweep: Sweep) { self.init(page: SweepPage(sweep: sweep)) }
}
