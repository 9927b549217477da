internal import AnimConv
internal import CLibrary
internal import TextFormats

/// A page that lists many outputs, starting with those that need attention.
package struct ReportIndex: Sendable {
  /// One output and its result.
  package struct Entry: Sendable {
    /// Of the input.
    package var source: String
    package var output: String
    /// Why there is no output; nil if there is one.
    package var failure: String?
    /// Bytes of the input; nil if unknown.
    package var sourceByteCount: Int64?
    package var byteCount: Int64?
    /// Bytes of the output before this run; nil if there was none.
    package var previousByteCount: Int64?
    /// Whether this run wrote it.
    package var isNew: Bool
    /// The page of the output, next to the index, with its mean and worst similarity; nil if there
    /// is none.
    var page: (file: String, ssim: Double, worst: Double)?
    /// Why there is no page.
    var note: String?

    package init(source: String, output: String, isNew: Bool) {
      self.source = source
      self.output = output
      self.isNew = isNew
    }

    /// The relative change of its size, as a logarithm; infinite if it is new.
    var change: Double {
      guard isNew, let byteCount, byteCount > 0 else { return 0 }
      guard let previousByteCount, previousByteCount > 0 else { return .infinity }
      return abs(log(Double(byteCount) / Double(previousByteCount)))
    }
  }

  let name: String
  /// In the order of the page.
  package let entries: [Entry]

  /// - Parameter name: the name of the batch.
  package init(_ entries: [Entry], name: String) {
    self.name = name
    self.entries = entries.enumerated().sorted { one, other in
      let (a, b) = (one.element, other.element)
      if (a.failure != nil) != (b.failure != nil) { return a.failure != nil }
      if a.change != b.change { return a.change > b.change }
      if (a.page?.worst ?? 2) != (b.page?.worst ?? 2) {
        return (a.page?.worst ?? 2) < (b.page?.worst ?? 2)
      }
      return one.offset < other.offset
    }.map(\.element)
  }

  func markup() -> HTML {
    let failed = entries.count { $0.failure != nil }
    let made = entries.filter { $0.failure == nil }
    let before = made.compactMap(\.sourceByteCount).reduce(0, +)
    let after = made.compactMap(\.byteCount).reduce(0, +)
    let worst = made.compactMap(\.page).min { $0.worst < $1.worst }
    return PageShell(form: .inline, script: nil, scriptName: "").markup(
      title: "\(name) · animconv",
      header: """
        <h1>\(HTML.name(name))</h1>
        <p class="about">animconv \(AnimConvVersion.current) · \(counted(entries.count, "output"))</p>
        """,
      main: """
        \(Tiles.list([
          Tiles.tile("Failed", "\(failed)", "of \(entries.count)", isAlert: failed > 0),
          Tiles.tile("Inputs", Figures.bytes(before), counted(made.count, "output")),
          Tiles.tile("Outputs", Figures.bytes(after), Figures.ratio(before, after)),
          Tiles.tile(
            "Worst frame", worst.map { "SSIM \(Figures.ssim($0.worst))" } ?? "–",
            "of all that have a page"),
        ]))
        <div class="table index" tabindex="0" role="region" aria-label="Table of outputs, scrolls"><table>\
        <thead><tr><th scope="col" class="name">Output</th><th scope="col" class="name">State</th>\
        <th scope="col">Bytes</th><th scope="col">Before</th><th scope="col">Beside the source</th>\
        <th scope="col">Mean SSIM</th><th scope="col">Worst SSIM</th></tr></thead><tbody>
        \(entries.map(row))
        </tbody></table></div>
        """,
      footer: "Failures first, then those whose bytes have changed most since the previous run.",
      data: [])
  }

  private func row(_ entry: Entry) -> HTML {
    let name: HTML =
      entry.page.map { "<a href=\"\($0.file)\">\(HTML.name(entry.output))</a>" }
      ?? HTML.name(entry.output)
    let state = entry.failure ?? entry.note ?? (entry.isNew ? "made" : "unchanged")
    let alert: HTML = entry.failure == nil ? "" : " class=\"failed\""
    let ratio = entry.byteCount.flatMap { after in
      entry.sourceByteCount.map { Figures.ratio($0, after) }
    }
    return """
      <tr\(alert)><th scope="row" class="name">\(name)</th><td class="name">\(state)</td>\
      <td>\(entry.byteCount.map(Figures.bytes) ?? "–")</td>\
      <td>\(entry.previousByteCount.map(Figures.bytes) ?? "–")</td><td>\(ratio ?? "–")</td>\
      <td>\(entry.page.map { Figures.ssim($0.ssim) } ?? "–")</td>\
      <td>\(entry.page.map { Figures.ssim($0.worst) } ?? "–")</td></tr>
      """
  }
}
