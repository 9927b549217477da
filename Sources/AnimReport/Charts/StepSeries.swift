/// Values that apply from one frame's start to the next, as a path of steps.
struct StepSeries {
  /// The largest number of steps; screens have no more columns.
  static let mostSteps = 1500
  /// The width of the path's own coordinates, which are stretched to the chart.
  static let width = 10_000.0

  /// One step: its start and end, from 0 to ``width``, and its value.
  struct Step {
    var start: Double
    var end: Double
    var value: Double?
  }

  let steps: [Step]

  /// - Parameters:
  ///   - values: nil for unknown values, where the line is interrupted.
  ///   - choose: selects the value for frames that share a step.
  init(
    _ times: [(start: Double, end: Double)], total: Double, values: [Double?],
    choose: (Double, Double) -> Double
  ) {
    let size = max(1, (times.count + Self.mostSteps - 1) / Self.mostSteps)
    steps = stride(from: 0, to: times.count, by: size).map { first in
      let last = min(first + size, times.count) - 1
      let known = values[first...last].compactMap(\.self)
      return Step(
        start: times[first].start / total * Self.width,
        end: times[last].end / total * Self.width,
        value: known.isEmpty ? nil : known.dropFirst().reduce(known[0], choose))
    }
  }

  /// The line.
  ///
  /// - Parameter y: returns the position of a value, in pixels from the top.
  func line(_ y: (Double) -> Double) -> String {
    var path = ""
    var isOpen = false
    for step in steps {
      guard let value = step.value else {
        isOpen = false
        continue
      }
      let height = Self.text(y(value))
      path += isOpen ? "V\(height)" : "M\(Self.text(step.start)) \(height)"
      path += "H\(Self.text(step.end))"
      isOpen = true
    }
    return path
  }

  /// The same path closed at the axis, for filling.
  func area(_ y: (Double) -> Double, floor: Double) -> String {
    var path = ""
    for step in steps {
      guard let value = step.value else { continue }
      let bottom = Self.text(floor)
      path += "M\(Self.text(step.start)) \(bottom)V\(Self.text(y(value)))H\(Self.text(step.end))"
      path += "V\(bottom)Z"
    }
    return path
  }

  private static func text(_ value: Double) -> String { Figures.short(value, places: 1) }
}
