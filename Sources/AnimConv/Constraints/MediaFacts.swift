internal import AnimTiming

/// What is known of a file, as far as platforms ask for it.
public struct MediaFacts: Sendable, Hashable {
  private var measures: [MediaProperty: Measure] = [:]

  init() {}

  public subscript(property: MediaProperty) -> Measure? {
    get { measures[property] }
    set { measures[property] = newValue }
  }

  /// The properties that are known.
  public var properties: [MediaProperty] { MediaProperty.allCases.filter { measures[$0] != nil } }

  /// Notes both sides and what follows from them.
  mutating func note(size: PixelSize) {
    self[.width] = .count(size.width)
    self[.height] = .count(size.height)
    self[.longSide] = .count(max(size.width, size.height))
    self[.shortSide] = .count(min(size.width, size.height))
    if size.height > 0 {
      self[.aspect] = .number(Quantity(Int64(size.width), Int64(size.height)))
    }
  }

  /// Notes what a timeline tells: frames, seconds and the highest rate.
  mutating func note(_ timeline: Timeline, size: PixelSize) {
    self[.frames] = .count(timeline.count)
    let (pixels, overflow) = size.area.multipliedReportingOverflow(by: timeline.count)
    self[.pixels] = .count(overflow ? .max : pixels)
    let total = timeline.totalTime
    self[.seconds] = .number(Quantity(total.numerator, total.denominator))
    self[.fps] = .number(Self.rate(of: timeline))
  }

  /// Frames over seconds when every frame but the last lasts equally long to a millisecond, which is
  /// the unit of WebM; else what the shortest frame means.
  private static func rate(of timeline: Timeline) -> Quantity {
    let durations = timeline.durations
    let inner = timeline.count > 1 ? durations.dropLast() : durations[...]
    guard let shortest = durations.min(), let least = inner.min(), let most = inner.max() else {
      return Quantity(0)
    }
    let timebase = timeline.timebase
    let spread = Int128(most - least) * Int128(timebase.numerator) * 1000
    let isSteady = spread <= Int128(timebase.denominator)
    let frames = isSteady ? Int64(inner.count) : 1
    let ticks =
      isSteady ? timeline.boundaries[inner.count] - timeline.boundaries[0] : shortest
    let (top, overflow1) = frames.multipliedReportingOverflow(by: timebase.denominator)
    let (bottom, overflow2) = ticks.multipliedReportingOverflow(by: timebase.numerator)
    guard !overflow1, !overflow2, bottom > 0 else { return Quantity(0) }
    return Quantity(top, bottom)
  }
}
