internal import AnimTiming

/// A timeline as one line of text: each column is a slice of time and shows where frames change.
enum TimelineDrawing {
  /// The drawing, `columns` wide.
  ///
  /// A column shows `|` if a frame starts in it, `#` if several start, and `-` if a frame
  /// continues.
  static func draw(_ timeline: AnimationTimeline, columns: Int) -> String {
    let columns = max(1, columns)
    var starts = [Int](repeating: 0, count: columns)
    for index in 0..<timeline.count {
      starts[column(of: timeline.start(of: index), total: timeline.total, columns: columns)] += 1
    }
    return String(
      starts.map { count -> Character in
        switch count {
        case 0: "-"
        case 1: "|"
        default: "#"
        }
      })
  }

  private static func column(of time: Int64, total: Int64, columns: Int) -> Int {
    let product = time.multipliedFullWidth(by: Int64(columns))
    return Int(total.dividingFullWidth(product).quotient)
  }
}
