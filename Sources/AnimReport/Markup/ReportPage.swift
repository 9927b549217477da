internal import AnimConv
internal import AnimTiming
internal import SystemPackage
internal import TextFormats

/// The whole page of a report.
struct ReportPage: WrittenPage {
  static let style = String(decoding: PackageResources.report_css, as: UTF8.self)
  /// The common parts of report and sweep pages.
  static let sharedScript =
    String(decoding: PackageResources.frames_js, as: UTF8.self)
    + String(decoding: PackageResources.viewer_js, as: UTF8.self)
  static let scriptOfAll =
    sharedScript + String(decoding: PackageResources.report_js, as: UTF8.self)

  let report: Report

  init(_ report: Report) { self.report = report }

  var script: String { Self.scriptOfAll }
  var scriptName: String { "report.js" }

  private var source: Report.Source { report.source }

  func markup(_ form: PageForm) -> HTML {
    PageShell(form: form, script: script, scriptName: scriptName).markup(
      title: titleText,
      header: """
        <h1>\(title)</h1>
        <p class="about">\(facts)</p>
        \(report.command.map { PageShell.command($0, id: "command") })
        """,
      main: "\(overview)\n\(articles(form))",
      footer: """
        SSIM and PSNR compare each frame with what the source shows in the middle of its time; SSIM is \
        of luma, 1 for equal pictures. SSIMULACRA2 is 100 for equal pictures, 90 visually lossless, 70 high \
        quality, 50 medium; p10 is the highest score in the worst tenth of the time.
        """,
      data: [("data", PageData(report: report).text)])
  }

  // MARK: Head

  private var sourceName: String { FilePath(source.name).shortName }

  private var outputName: String? {
    switch report.outputs.count {
    case 0: nil
    case 1: FilePath(report.outputs[0].name).shortName
    default: counted(report.outputs.count, "output")
    }
  }

  private var titleText: String {
    sourceName + (outputName.map { " → \($0)" } ?? "") + " · animconv"
  }

  private var title: HTML {
    let output: HTML? = outputName.map {
      " <span class=\"arrow\">→</span> \(HTML.name($0))"
    }
    return "\(HTML.name(sourceName))\(output)"
  }

  private var facts: String {
    let info = source.info
    return [
      "animconv \(AnimConvVersion.current)", Report.format(of: info),
      "\(info.size.width)×\(info.size.height)", counted(info.frames.count, "frame"),
      source.timeline.totalTime.formatted(), "plays \(info.plays)",
      "delays: \(source.inspection.policy)",
    ].joined(separator: " · ")
  }

  // MARK: Body

  /// All outputs side by side, if there are several.
  private var overview: HTML? {
    guard report.outputs.count > 1 else { return nil }
    let rows = report.outputs.enumerated().map { index, output -> HTML in
      let comparison = output.comparison
      let bytes = comparison.output.byteCount
      let ratio = bytes.flatMap { after in
        source.info.byteCount.map { Figures.ratio($0, after) }
      }
      return """
        <tr><th scope="row" class="name"><a href="#output-\(index)">\(HTML.name(output.name))</a></th>\
        <td>\(bytes.map(Figures.bytes) ?? "–")</td><td>\(ratio ?? "–")</td>\
        <td>\(Figures.ssim(comparison.ssim))</td><td>\(Figures.ssim(comparison.worst.ssim))</td>\
        <td>\(comparison.psnr.map(Figures.decibels) ?? "equal")</td>\
        <td>\(comparison.largestShift.formatted(in: .milliseconds))</td></tr>
        """
    }
    return """
      <div class="table" tabindex="0" role="region" aria-label="Table of outputs, scrolls"><table>\
      <thead><tr><th scope="col" class="name">Output</th>\
      <th scope="col">Bytes</th><th scope="col">Beside the source</th><th scope="col">Mean SSIM</th>\
      <th scope="col">Worst SSIM</th><th scope="col">PSNR</th><th scope="col">Largest shift</th></tr>\
      </thead><tbody>
      \(rows)
      </tbody></table></div>
      """
  }

  private func articles(_ form: PageForm) -> [HTML] {
    if report.outputs.isEmpty {
      return [ReportArticle(subject: .source(source), form: form, source: source).markup]
    }
    return report.outputs.enumerated().map { index, output in
      ReportArticle(
        subject: .output(output, index: index, isOnly: report.outputs.count == 1), form: form,
        source: source
      ).markup
    }
  }
}
