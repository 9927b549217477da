internal import AnimConv
internal import AnimReport
internal import TextFormats

/// A sweep for people.
enum SweepText {
  /// A line for each setting, the smallest first; `*` marks the frontier.
  static func describe(_ sweep: Sweep) -> String {
    let frontier = Set(sweep.frontier)
    let order = sweep.points.indices.sorted {
      (sweep.points[$0].byteCount, $0) < (sweep.points[$1].byteCount, $1)
    }
    let titles = sweep.points.map(\.setting.title.count).max() ?? 0
    let digits = sweep.points.map { "\($0.byteCount)".count }.max() ?? 0
    var text = ""
    for index in order {
      let point = sweep.points[index]
      let title = point.setting.title
      let bytes = "\(point.byteCount)"
      text += title + String(repeating: " ", count: titles - title.count + 2)
      text += String(repeating: " ", count: digits - bytes.count) + bytes + " bytes  SSIM "
      text += similarityText(point.comparison.ssim)
      text += frontier.contains(index) ? "  *\n" : "\n"
    }
    guard let suggestion = sweep.suggestion else {
      return text + "no setting has an SSIM of at least \(sweep.ssim)\n"
    }
    return text + "suggestion: \(sweep.points[suggestion].command)\n"
  }
}
