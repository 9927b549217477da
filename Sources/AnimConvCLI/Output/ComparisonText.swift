internal import AnimConv
internal import AnimTiming
internal import TextFormats

/// A comparison for people.
enum ComparisonText {
  /// The number of listed frames, starting with the largest differences.
  private static let listed = 5

  static func describe(_ comparison: OutputComparison, source: String, output: String) -> String {
    let (from, to) = (comparison.source, comparison.output)
    var lines = ["\(source) -> \(output)"]
    func add(_ name: String, _ text: String) {
      lines.append("  \(name)" + String(repeating: " ", count: 13 - name.count) + text)
    }
    if let before = from.byteCount, let after = to.byteCount {
      add("bytes", "\(before) -> \(after), \(ratio(before, after))")
    }
    add("frames", "\(from.frameCount) -> \(to.frameCount)")
    add(
      "time",
      "\(from.total.formatted()) -> \(to.total.formatted()), largest shift "
        + comparison.largestShift.formatted(in: .milliseconds))
    add("size", size(comparison))
    let worst = comparison.worst
    add(
      "SSIM",
      "\(similarityText(comparison.ssim)) on average, \(similarityText(worst.ssim)) in frame \(worst.index)"
    )
    if let scores = comparison.ssimulacra2 {
      let isRepeated = comparison.libjxlSSIMULACRA2 != nil
      add(
        "SSIMULACRA2",
        self.scores(scores)
          + (isRepeated ? " (of copies side by side, since a side is below 113 px)" : ""))
    }
    if let scores = comparison.libjxlSSIMULACRA2 {
      add("", self.scores(scores) + " by libjxl, not comparable with other sizes")
    }
    add(
      "PSNR",
      "\(decibels(comparison.psnr)) of red, green and blue, \(decibels(comparison.lumaPSNR)) of luma"
    )
    if let error = comparison.alphaError { add("alpha", "differs by at most \(error) of 255") }
    let most = comparison.frames.filter { $0.ssim < 1 }.sorted { $0.ssim < $1.ssim }.prefix(listed)
    if !most.isEmpty { lines.append("  frames that differ most:") }
    for frame in most {
      lines.append(
        "    \(frame.index) at \(frame.start.formatted()): SSIM \(similarityText(frame.ssim)), "
          + "\(decibels(frame.psnr)), worst \(similarityText(frame.worstWindowSSIM, places: 2)) at "
          + "\(frame.worstWindow.x),\(frame.worstWindow.y)")
    }
    return lines.map { Diagnostics.printable($0) + "\n" }.joined()
  }

  private static func size(_ comparison: OutputComparison) -> String {
    let (from, to) = (comparison.source.size, comparison.output.size)
    if from == to { return "\(to)" }
    return "\(from) -> \(to), compared at \(comparison.size)"
      + (comparison.isScaled ? " with the source scaled" : "")
  }

  /// `6.6 times smaller`
  private static func ratio(_ before: Int64, _ after: Int64) -> String {
    if before == after || before == 0 || after == 0 { return "the same" }
    return before > after
      ? "\(fixedDecimals(Double(before) / Double(after), 1)) times smaller"
      : "\(fixedDecimals(Double(after) / Double(before), 1)) times larger"
  }

  /// `82.31 on average, 78.20 at p10, 71.05 in frame 57`
  static func scores(_ scores: OutputComparison.SSIMULACRA2) -> String {
    "\(score(scores.mean)) on average, \(score(scores.p10)) at p10, "
      + "\(score(scores.worst)) in frame \(scores.worstFrame)"
  }

  /// 100 only for identical images.
  private static func score(_ value: Double) -> String {
    fixedDecimals(value < 100 ? min(value, 99.99) : value, 2)
  }

  static func decibels(_ value: Double?) -> String {
    value.map { "\(fixedDecimals($0, 2)) dB" } ?? "no difference"
  }
}
