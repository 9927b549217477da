internal import CLibrary
internal import TextFormats

/// The vertical axis of a chart: the position of values, and the labelled values.
struct ChartScale {
  /// A labelled value.
  struct Tick: Equatable {
    let value: Double
    let label: String
  }

  let low: Double
  let high: Double
  let isLogarithmic: Bool
  let ticks: [Tick]

  /// From 0 at the bottom to 1 at the top; values outside are limited to the ends.
  func place(_ value: Double) -> Double {
    let share =
      isLogarithmic
      ? log10(max(value, low) / low) / log10(high / low) : (value - low) / (high - low)
    return min(1, max(0, share))
  }

  /// Whole powers of ten around the values, at least one, with a label at each.
  ///
  /// - Parameter values: positive values; others are ignored.
  static func powers(of values: some Sequence<Double>, label: (Double) -> String) -> ChartScale {
    var (low, high) = (Double.infinity, 0.0)
    for value in values where value > 0 {
      low = min(low, value)
      high = max(high, value)
    }
    if high == 0 { (low, high) = (1, 1) }
    let bottom = log10(low).rounded(.down)
    var top = log10(high).rounded(.up)
    if top <= bottom { top = bottom + 1 }
    // At most four labels, whatever the range is.
    let step = max(1, Int(((top - bottom) / 4).rounded(.up)))
    let ticks = stride(from: Int(bottom), through: Int(top), by: step).map { power in
      let value = pow(10, Double(power))
      return Tick(value: value, label: label(value))
    }
    return ChartScale(
      low: pow(10, bottom), high: pow(10, top), isLogarithmic: true, ticks: ticks)
  }

  /// From a fixed minimum to 1, so that heights are comparable between reports.
  static func similarity(worst: Double) -> ChartScale {
    let floors = [0.98, 0.95, 0.9, 0.8, 0.5, 0]
    let floor = floors.first { worst >= $0 } ?? -1
    let middle = (1 + floor) / 2
    return ChartScale(
      low: floor, high: 1, isLogarithmic: false,
      ticks: [floor, middle, 1].map { Tick(value: $0, label: fixedDecimals($0, 3)) })
  }
}
