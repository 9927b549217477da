internal import AnimConv
internal import AnimTiming
internal import Raster

/// Frames as table rows: the worst first, the rest on demand.
struct FrameTable {
  /// The number of rows without a script.
  static let listed = 20

  let source: Report.Source

  func of(_ output: Report.Output) -> HTML {
    let frames = output.comparison.frames
    let worst = frames.sorted { ($0.ssim, $0.index) < ($1.ssim, $1.index) }.prefix(Self.listed)
    let rows = worst.map { frame in
      row(
        frame.index,
        [
          Figures.seconds(frame.start), frame.duration.formatted(in: .milliseconds),
          Figures.ssim(frame.ssim),
          frame.psnr.map(Figures.decibels) ?? "equal",
          frame.byteCount.map(Figures.bytes) ?? "–",
        ])
    }
    return table(
      frames.count > Self.listed
        ? "Frames, the \(Self.listed) that differ most first"
        : "Frames, those that differ most first",
      ["Frame", "Start", "Shown for", "SSIM", "PSNR", "Bytes"], rows, of: frames.count)
  }

  var ofSource: HTML {
    let count = source.timeline.count
    let rows = (0..<min(count, Self.listed)).map { index -> HTML in
      let frame = source.info.frames[index]
      return row(
        index,
        [
          Figures.seconds(source.timeline.startTime(of: index)),
          source.timeline.durationTime(of: index).formatted(in: .milliseconds),
          source.delays.rawDelay(of: index)?.shortText ?? "the same",
          "\(frame.rect.width)×\(frame.rect.height)+\(frame.rect.x)+\(frame.rect.y)",
          frame.byteCount.map(Figures.bytes) ?? "–",
        ])
    }
    return table(
      "Frames", ["Frame", "Start", "Shown for", "File says", "Rectangle", "Bytes"], rows, of: count)
  }

  private func table(_ title: String, _ columns: [String], _ rows: [HTML], of count: Int) -> HTML {
    let head = columns.map { "<th scope=\"col\">\($0)</th>" as HTML }
    let rest: HTML? =
      count > Self.listed
      ? "<button class=\"rest\" data-rest>Show all \(count) frames</button>" : nil
    return """
      <section class="frames" aria-label="Frames">
      <h3>\(title)</h3>
      <div class="table" tabindex="0" role="region" aria-label="Table of frames, scrolls"><table>\
      <thead><tr>\(head)</tr></thead><tbody>
      \(rows)
      </tbody></table></div>
      \(source.media == nil ? nil : rest)
      </section>
      """
  }

  /// A frame's number links to the frame, if frames are shown.
  private func row(_ index: Int, _ cells: [String]) -> HTML {
    let number: HTML =
      source.media == nil
      ? "\(index)"
      : "<button data-frame=\"\(index)\" aria-label=\"Show frame \(index)\">\(index)</button>"
    return """
      <tr data-row="\(index)"><th scope="row">\(number)</th>\(cells.map { "<td>\($0)</td>" as HTML })</tr>
      """
  }
}
