internal import AnimConv
internal import AnimTiming
internal import TextFormats

/// A comparison for people.
enum ComparisonText {
  /// How many frames are listed: those that differ most.
  private static let listed = 5

  static func describe(_ comparison: Comparison, source: String, output: String) -> String {
    let (from, to) = (comparison.source, comparison.output)
    var lines = ["\(source) -> \(output)"]
    func add(_ name: String, _ text: String) {
      lines.append("  \(name)" + String(repeating: " ", count: 10 - name.count) + text)
    }
    if let before = from.byteCount, let after = to.byteCount {
      add("bytes", "\(before) -> \(after), \(ratio(before, after))")
    }
    add("frames", "\(from.frameCount) -> \(to.frameCount)")
    add(
      "time",
      "\(from.total.inSeconds) -> \(to.total.inSeconds), largest shift "
        + comparison.largestShift.inMilliseconds)
    add("size", size(comparison))
    let worst = comparison.worst
    add(
      "SSIM",
      "\(similarityText(comparison.ssim)) on average, \(similarityText(worst.ssim)) in frame \(worst.index)"
    )
    add(
      "PSNR",
      "\(decibels(comparison.psnr)) of red, green and blue, \(decibels(comparison.lumaPSNR)) of luma"
    )
    if let error = comparison.alphaError { add("alpha", "differs by at most \(error) of 255") }
    let most = comparison.frames.filter { $0.ssim < 1 }.sorted { $0.ssim < $1.ssim }.prefix(listed)
    if !most.isEmpty { lines.append("  frames that differ most:") }
    for frame in most {
      lines.append(
        "    \(frame.index) at \(frame.start.inSeconds): SSIM \(similarityText(frame.ssim)), "
          + "\(decibels(frame.psnr)), worst \(similarityText(frame.worstWindowSSIM, places: 2)) at "
          + "\(frame.worstWindow.x),\(frame.worstWindow.y)")
    }
    return lines.map { Diagnostics.printable($0) + "\n" }.joined()
  }

  private static func size(_ comparison: Comparison) -> String {
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

  static func decibels(_ value: Double?) -> String {
    value.map { "\(fixedDecimals($0, 2)) dB" } ?? "no difference"
  }
}
