internal import AnimConv
internal import AnimTiming

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
      "\(decimals(comparison.ssim, 4)) on average, \(decimals(worst.ssim, 4)) in frame \(worst.index)"
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
        "    \(frame.index) at \(frame.start.inSeconds): SSIM \(decimals(frame.ssim, 4)), "
          + "\(decibels(frame.psnr)), worst \(decimals(frame.worstWindowSSIM, 2)) at "
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
      ? "\(decimals(Double(before) / Double(after), 1)) times smaller"
      : "\(decimals(Double(after) / Double(before), 1)) times larger"
  }

  static func decibels(_ value: Double?) -> String {
    value.map { "\(decimals($0, 2)) dB" } ?? "no difference"
  }

  /// Rounded to so many places; a figure that is not 1 is never shown as 1.
  static func decimals(_ value: Double, _ places: Int) -> String {
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    var whole = Int((value * Double(scale)).rounded())
    if value < 1, whole == scale { whole -= 1 }
    let fraction = String(abs(whole) % scale)
    let sign = whole < 0 ? "-" : ""
    return "\(sign)\(abs(whole) / scale)."
      + String(repeating: "0", count: places - fraction.count) + fraction
  }
}
