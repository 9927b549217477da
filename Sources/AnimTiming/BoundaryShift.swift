/// Measures the distance of boundaries from their true times, exactly.
struct BoundaryShift {
  /// The unit of the sums: common to true and shown times.
  private let unit: Timebase
  private let trueFactor: Int128
  private let shownFactor: Int128
  private var maximum: Int128 = 0
  private var sum: Int128 = 0
  private var count: Int128 = 0

  /// - Parameters:
  ///   - trueUnit: the unit of the true times.
  ///   - shownUnit: the unit of the shown times.
  /// - Throws: ``TimingError/noCommonTimebase(_:_:)``.
  init(trueUnit: Timebase, shownUnit: Timebase) throws(TimingError) {
    unit = try trueUnit.common(with: shownUnit)
    trueFactor = Int128(try trueUnit.ratio(to: unit).numerator)
    shownFactor = Int128(try shownUnit.ratio(to: unit).numerator)
  }

  /// Compares all boundaries of two timelines of the same frames.
  init(from timeline: AnimationTimeline, to moved: AnimationTimeline) throws(TimingError) {
    try self.init(trueUnit: timeline.timebase, shownUnit: moved.timebase)
    for (boundary, shown) in zip(timeline.boundaries, moved.boundaries) {
      add(boundary, shownAt: shown)
    }
  }

  /// Adds a boundary at tick `boundary` of the true unit, shown at tick `shown` of the other.
  mutating func add(_ boundary: Int64, shownAt shown: Int64) {
    let difference = Int128(boundary) * trueFactor - Int128(shown) * shownFactor
    let distance = difference < 0 ? -difference : difference
    maximum = max(maximum, distance)
    // Saturates, because the mean would overflow anyway.
    let (total, overflow) = sum.addingReportingOverflow(distance)
    sum = overflow ? .max : total
    count += 1
  }

  /// The largest distance; zero before anything was added.
  var largest: RationalTime {
    get throws(TimingError) { try time(maximum, over: 1) }
  }

  /// The mean distance; zero before anything was added.
  var mean: RationalTime {
    get throws(TimingError) { try time(sum, over: max(1, count)) }
  }

  private func time(_ ticks: Int128, over count: Int128) throws(TimingError) -> RationalTime {
    let (product, overflow) = ticks.multipliedReportingOverflow(by: Int128(unit.numerator))
    if overflow { throw .outOfRange }
    return RationalTime(try Fraction(product, over: Int128(unit.denominator) * count))
  }
}
