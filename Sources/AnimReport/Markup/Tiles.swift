internal import AnimConv
internal import AnimTiming
internal import Stages

/// The figures at the top.
struct Tiles {
  let source: Report.Source

  func of(_ output: Report.Output) -> HTML {
    let comparison = output.comparison
    let before = source.info.byteCount
    let after = comparison.output.byteCount
    let isLarger = before.flatMap { before in after.map { $0 > before } } ?? false
    let ratio = before.flatMap { before in after.map { Figures.ratio(before, $0) } }
    let worst = comparison.worst
    let isExact = comparison.largestShift == .zero
    let psnr = comparison.psnr.map { "PSNR \(Figures.decibels($0))" } ?? "every pixel equal"
    let warnings = source.inspection.warnings.count + output.warnings.count
    let tiles: [HTML?] = [
      bytesOfSource,
      Self.tile(
        "Output", after.map(Figures.bytes) ?? "–",
        [ratio, output.format].compactMap(\.self).joined(separator: " · "), isAlert: isLarger),
      Self.tile(
        "Worst frame", "SSIM \(Figures.ssim(worst.ssim))",
        "frame \(worst.index) · mean \(Figures.ssim(comparison.ssim)) · \(psnr)"),
      comparison.ssimulacra2.map(Self.scores),
      changedDelays,
      Self.tile(
        "Largest shift", comparison.largestShift.formatted(in: .milliseconds),
        isExact ? "every start exact" : "of a start from the source’s nearest"),
      Self.tile(
        "Warnings", "\(warnings)", warnings == 0 ? "none" : "listed below", isAlert: warnings > 0),
    ]
    return Self.list(tiles.compactMap(\.self))
  }

  private static func scores(_ scores: OutputComparison.SSIMULACRA2) -> HTML {
    tile(
      "SSIMULACRA2", "\(Figures.score(scores.p10)) at p10",
      "mean \(Figures.score(scores.mean)) · worst \(Figures.score(scores.worst)) "
        + "in frame \(scores.worstFrame)")
  }

  var ofSource: HTML {
    let count = source.timeline.count
    let warnings = source.inspection.warnings.count
    return Self.list([
      bytesOfSource,
      Self.tile("Frames", "\(count)", "\(source.info.size.width)×\(source.info.size.height)"),
      Self.tile(
        "Duration", source.timeline.totalTime.formatted(), "plays \(source.info.plays)"),
      changedDelays,
      Self.tile(
        "Transparency", source.inspection.hasAlpha ? "yes" : "no",
        source.inspection.hasAlpha ? "shown on squares" : "every pixel opaque"),
      Self.tile(
        "Warnings", "\(warnings)", warnings == 0 ? "none" : "listed below", isAlert: warnings > 0),
    ])
  }

  private var bytesOfSource: HTML {
    Self.tile(
      "Source", source.info.byteCount.map(Figures.bytes) ?? "–", Report.format(of: source.info))
  }

  private var changedDelays: HTML {
    Self.tile(
      "Delays changed", "\(source.delays.changedFrameCount)",
      "of \(source.timeline.count), by the policy")
  }

  /// The problems; nil if there are none.
  static func warnings(_ warnings: [ReadingWarning]) -> HTML? {
    if warnings.isEmpty { return nil }
    let most = 10
    var lines = warnings.prefix(most).map { warning -> HTML in
      let frame = warning.frame.map { "frame \($0): " } ?? ""
      return "<li>\(frame + warning.detail)</li>"
    }
    if warnings.count > most { lines.append("<li>and \(warnings.count - most) more</li>") }
    return "<ul class=\"warnings\" aria-label=\"Warnings\">\(lines)</ul>"
  }

  static func list(_ tiles: [HTML]) -> HTML { "<dl class=\"tiles\">\n\(tiles)\n</dl>" }

  static func tile(
    _ title: String, _ value: String, _ detail: String, isAlert: Bool = false
  ) -> HTML {
    let alert: HTML = isAlert ? " alert" : ""
    return """
      <div class="tile\(alert)"><dt>\(title)</dt><dd><strong>\(value)</strong>\(detail)</dd></div>
      """
  }
}
