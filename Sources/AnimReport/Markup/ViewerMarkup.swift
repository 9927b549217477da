internal import AnimConv
internal import Raster
internal import SystemPackage

/// Source and output side by side with their controls. Without a script, the browser plays both by
/// itself.
struct ViewerMarkup {
  let source: Report.Source
  /// Nil for a source alone.
  let output: Report.Output?
  let form: PageForm
  /// Of the output.
  let index: Int

  /// Nil if the page shows no media.
  var markup: HTML? {
    guard source.media != nil else { return nil }
    return """
      \(plain)
      <section class="viewer" aria-label="Viewer" hidden>
      \(toolbar)
      <div class="stage no-block" data-view="\(output == nil ? "single" : "side")">
      \(panes)
      </div>
      \(amount)
      \(transport)
      <p class="notice" role="status" hidden></p>
      <p class="status" role="status"></p>
      \(keys)
      </section>
      \(stills)
      """
  }

  private var frameCount: Int {
    output?.comparison.frames.count ?? source.timeline.count
  }

  // MARK: Without a script

  private var plain: HTML {
    // The source is embedded in a page once.
    let first: HTML? =
      index == 0 ? media(source.media, "source", nil, "\(source.name), source") : nil
    let second: HTML? = output.flatMap { media($0.media, "output", index, $0.name) }
    return "<div class=\"plain\">\(first)\(second)</div>"
  }

  /// A file as the browser plays it without a script.
  ///
  /// - Parameters:
  ///   - number: the number of the output; nil for the source.
  ///   - element: the element's id, if the page has several of its role.
  func media(
    _ file: MediaFile?, _ role: String, _ number: Int?, _ name: String, element: String? = nil
  ) -> HTML? {
    guard let file else { return nil }
    let address = form == .inline ? file.address : file.fileName(of: number)
    let id: HTML? = element.map { " id=\"\($0)\"" }
    let caption: HTML? = element.map { _ in "<figcaption>\(name)</figcaption>" }
    if file.isVideo {
      return """
        <figure><video\(id) data-media="\(role)" src="\(address)" controls muted loop playsinline \
        preload="\(element == nil ? "metadata" : "none")" aria-label="\(name)"></video>\(caption)</figure>
        """
    }
    return """
      <figure><img\(id) data-media="\(role)" src="\(address)" alt="\(name)">\(caption)</figure>
      """
  }

  // MARK: Pictures

  var panes: [HTML] {
    let size = source.info.size
    guard let output else {
      return [pane("source", size, source.name, source.name, source.media)]
    }
    let shown = output.comparison.size
    return [
      pane("source", size, "\(source.name), source", "\(source.name) · source", source.media),
      pane(
        "output", shown, "\(output.name), output", "\(output.name) · \(output.format)",
        output.media),
      pane("difference", shown, "Difference", "difference × 10, on white", nil),
    ]
  }

  private func pane(
    _ role: String, _ size: PixelSize, _ label: String, _ caption: String, _ media: MediaFile?
  ) -> HTML {
    let standIn = media?.isStandIn == true ? " (shown by a copy that browsers play)" : ""
    return """
      <figure class="pane \(HTML(trusted: role))"><div class="scroll" tabindex="0" role="region" \
      aria-label="\(label), scrolls"><div class="picture">\
      <canvas width="\(size.width)" height="\(size.height)" role="img" aria-label="\(label)">\
      </canvas>\(marks)</div></div><figcaption dir="auto">\(caption + standIn)</figcaption></figure>
      """
  }

  /// The rectangle that the source's frame draws, and the window with the largest difference.
  private var marks: HTML {
    let size = source.info.size
    let block: HTML? = output.map {
      let shown = $0.comparison.size
      return """
        <svg viewBox="0 0 \(shown.width) \(shown.height)" preserveAspectRatio="none" \
        aria-hidden="true"><rect class="block"/>\
        <line class="divider" x1="50%" x2="50%" y1="0" y2="100%"/></svg>
        """
    }
    return """
      <svg viewBox="0 0 \(size.width) \(size.height)" preserveAspectRatio="none" \
      aria-hidden="true"><rect class="changed"/></svg>\(block)
      """
  }

  // MARK: Controls

  private static let views = [
    ("side", "Side by side"), ("slider", "Slider"), ("onion", "Onion skin"),
    ("difference", "Difference"),
  ]

  /// The choice of a view; nil for a source alone.
  var modes: HTML? {
    if output == nil { return nil }
    let modes = Self.views.map { view, title -> HTML in
      let checked: HTML = view == "side" ? " checked" : ""
      return """
        <label><input type="radio" name="view-\(index)" value="\(view)"\(checked)>\
        <span>\(title)</span></label>
        """
    }
    return "<fieldset class=\"modes\"><legend class=\"hidden\">View</legend>\(modes)</fieldset>"
  }

  var zoom: HTML {
    """
    <label class="end">Zoom <select data-do="zoom"><option value="fit" selected>Fit</option>\
    <option value="1">1×</option><option value="2">2×</option><option value="4">4×</option>\
    <option value="8">8×</option></select></label>
    """
  }

  private var toolbar: HTML {
    let block: HTML? =
      output == nil
      ? nil : "<button data-toggle=\"block\" aria-pressed=\"false\">Worst block</button>"
    return """
      <div class="toolbar">
      \(modes)
      <button data-toggle="changed" aria-pressed="true">Changed area</button>
      \(block)
      \(zoom)
      </div>
      """
  }

  var amount: HTML? {
    if output == nil { return nil }
    return """
      <label class="amount" hidden><span>Divider</span><input type="range" data-do="amount" min="0" \
      max="100" value="50" step="0.5"></label>
      """
  }

  var transport: HTML {
    let worst: HTML? = output == nil ? nil : "<button data-do=\"worst\">Worst frame</button>"
    let speeds = ["0.1", "0.25", "0.5", "1", "2", "4"].map { speed -> HTML in
      let selected: HTML = speed == "1" ? " selected" : ""
      return "<option value=\"\(speed)\"\(selected)>\(speed)×</option>"
    }
    return """
      <div class="transport">
      <button class="play" data-do="play">Play</button>
      <button data-do="back" aria-label="Previous frame"><span aria-hidden="true">◀</span></button>
      <button data-do="next" aria-label="Next frame"><span aria-hidden="true">▶</span></button>
      <input type="range" data-do="position" aria-label="Frame" min="0" max="\(frameCount - 1)" \
      value="0">
      <label class="soft speed">Speed <select data-do="speed">\(speeds)</select></label>
      \(worst)
      </div>
      """
  }

  private var keys: HTML {
    let more: HTML? =
      output == nil ? nil : ", <kbd>W</kbd> worst frame, <kbd>1</kbd> to <kbd>4</kbd> views"
    return """
      <p class="keys"><kbd>Space</kbd> plays and pauses, <kbd>←</kbd> <kbd>→</kbd> one frame, \
      <kbd>Home</kbd> <kbd>End</kbd> first and last\(more). Click or drag in a chart to go there.</p>
      """
  }

  // MARK: Paper

  /// The first, the worst and the last frame, drawn by the script for print.
  private var stills: HTML {
    var indices = [0, frameCount - 1]
    if let output { indices.append(output.comparison.worst.index) }
    let last = frameCount - 1
    let figures = Set(indices).sorted().flatMap { frame -> [HTML] in
      let isWorst = frame == output?.comparison.worst.index
      let names = [
        frame == 0 ? "first" : nil, isWorst ? "worst" : nil, frame == last ? "last" : nil,
      ]
      let title = names.compactMap(\.self).joined(separator: ", ") + " frame (\(frame))"
      return [still("source", frame, source.info.size, "source, \(title)")]
        + (output.map { [still("output", frame, $0.comparison.size, "output, \(title)")] } ?? [])
    }
    return "<div class=\"stills\">\(figures)</div>"
  }

  private func still(_ role: String, _ frame: Int, _ size: PixelSize, _ title: String) -> HTML {
    """
    <figure><canvas class="still" data-of="\(role)" data-index="\(frame)" width="\(size.width)" \
    height="\(size.height)" role="img" aria-label="\(title)"></canvas>\
    <figcaption>\(title)</figcaption></figure>
    """
  }
}
