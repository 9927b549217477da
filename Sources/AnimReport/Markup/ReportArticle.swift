internal import AnimConv
internal import AnimTiming

/// The part of a page about one output, or about a source alone: figures, viewer, charts, frames.
struct ReportArticle {
  /// Its subject.
  enum Subject {
    case source(Report.Source)
    case output(Report.Output, index: Int, isOnly: Bool)
  }

  let subject: Subject
  let form: PageForm
  let source: Report.Source

  var markup: HTML {
    let tiles = Tiles(source: source)
    switch subject {
    case .source:
      return """
        <article aria-label="Source">
        <h2 class="hidden">Source</h2>
        \(tiles.ofSource)
        \(Tiles.warnings(source.inspection.warnings))
        \(ViewerMarkup(source: source, output: nil, form: form, index: 0).markup)
        \(TimelineCharts(source: source).ofSource)
        \(FrameTable(source: source).ofSource)
        </article>
        """
    case .output(let output, let index, let isOnly):
      let heading: HTML? =
        isOnly
        ? "<h2 class=\"hidden\">Comparison</h2>"
        : "<h2 id=\"output-\(index)\">\(HTML.name(output.name))</h2>"
      return """
        <article data-output="\(index)" aria-label="Comparison with \(output.name)">
        \(heading)
        \(tiles.of(output))
        \(Tiles.warnings(source.inspection.warnings + output.warnings))
        \(ViewerMarkup(source: source, output: output, form: form, index: index).markup)
        \(TimelineCharts(source: source).of(output, index: index))
        \(FrameTable(source: source).of(output))
        </article>
        """
    }
  }
}
