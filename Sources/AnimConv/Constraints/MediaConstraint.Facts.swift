internal import AnimTiming
internal import Raster

extension MediaConstraint {
  /// The facts about a file that platforms constrain.
  public struct Facts: Sendable, Hashable {
    private var measures: [MediaConstraint.Property: MediaConstraint.Measure] = [:]

    init() {}

    /// The value of a property; nil if it does not apply.
    public subscript(property: MediaConstraint.Property) -> MediaConstraint.Measure? {
      get { measures[property] }
      set { measures[property] = newValue }
    }

    /// The known properties.
    public var properties: [MediaConstraint.Property] {
      MediaConstraint.Property.allCases.filter { measures[$0] != nil }
    }

    /// Stores both sides and the values that follow from them.
    mutating func note(size: PixelSize) {
      self[.width] = .count(size.width)
      self[.height] = .count(size.height)
      self[.longSide] = .count(max(size.width, size.height))
      self[.shortSide] = .count(min(size.width, size.height))
      self[.orientation] = .word(
        size.width == size.height ? "square" : size.width < size.height ? "portrait" : "landscape")
      if size.height > 0 {
        self[.aspect] = .number(MediaConstraint.Quantity(Int64(size.width), Int64(size.height)))
      }
    }

    /// Stores the values of a timeline: frames, seconds and the highest rate.
    mutating func note(_ timeline: AnimationTimeline, size: PixelSize) {
      self[.frames] = .count(timeline.count)
      let (pixels, overflow) = size.area.multipliedReportingOverflow(by: timeline.count)
      self[.pixels] = .count(overflow ? .max : pixels)
      let total = timeline.totalTime
      self[.seconds] = .number(MediaConstraint.Quantity(total.numerator, total.denominator))
      self[.fps] = .number(Self.rate(of: timeline))
    }

    /// The whole frame rate if all starts are multiples of its period, to within a millisecond
    /// (WebM's unit); otherwise the rate of the shortest frame.
    private static func rate(of timeline: AnimationTimeline) -> MediaConstraint.Quantity {
      guard let shortest = timeline.durations.min() else { return MediaConstraint.Quantity(0) }
      let numerator = Int128(timeline.timebase.numerator)
      let denominator = Int128(timeline.timebase.denominator)
      // The mean of all starts is closer to the rate than any single start.
      let last = timeline.count - 1
      let ticks = last > 0 ? timeline.start(of: last) : shortest
      let rate =
        (2 * Int128(max(1, last)) * denominator + Int128(ticks) * numerator)
        / (2 * Int128(ticks) * numerator)
      let isOnRate =
        rate > 0
        && (0...last).allSatisfy { frame in
          // |start - frame / rate| <= 1/1000 s
          let difference =
            Int128(timeline.start(of: frame)) * numerator * rate - Int128(frame) * denominator
          return difference.magnitude * 1000 <= (rate * denominator).magnitude
        }
      if isOnRate, let rate = Int64(exactly: rate), last > 0 {
        return MediaConstraint.Quantity(rate)
      }
      let (bottom, overflow) = shortest.multipliedReportingOverflow(by: timeline.timebase.numerator)
      return overflow
        ? MediaConstraint.Quantity(0)
        : MediaConstraint.Quantity(timeline.timebase.denominator, bottom)
    }
  }
}
