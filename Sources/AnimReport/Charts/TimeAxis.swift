/// The horizontal axis of all charts on a page: the time of one play.
struct TimeAxis {
  /// In seconds, above zero.
  let total: Double

  /// Positions on an axis in hundredths of its length, with their times.
  var ticks: [(percent: Double, label: String)] {
    let steps = [1.0, 2, 2.5, 5, 10]
    var unit = 0.000_001
    while unit * 100 < total { unit *= 10 }
    // At most eleven.
    let step = (steps.map { $0 * unit / 10 } + steps.map { $0 * unit }).first {
      total / $0 <= 10.000_001
    }
    guard let step else { return [] }
    var ticks: [(percent: Double, label: String)] = []
    var index = 0
    while Double(index) * step <= total * 1.000_001 {
      let time = Double(index) * step
      ticks.append((100 * time / total, Figures.short(time, places: 6) + " s"))
      index += 1
    }
    return ticks
  }

  /// `12.346%`
  func percent(_ time: Double) -> String {
    Figures.short(100 * min(1, max(0, time / total)), places: 3) + "%"
  }
}
