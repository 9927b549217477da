internal import AnimTiming

/// An exact time, and the same as a number for programs that do not need exact values.
struct TimeJSON: Encodable {
  /// The exact time as a fraction of seconds: `23/5`.
  let exact: String
  let seconds: Double

  init(_ time: RationalTime) {
    exact = "\(time.numerator)/\(time.denominator)"
    seconds = Double(time.numerator) / Double(time.denominator)
  }
}

/// A delay as stored in the file.
struct DelayJSON: Encodable {
  /// Null if the file has none.
  let ticks: Int64?
  /// Seconds per tick as a fraction; null if the file has none.
  let timebase: String?

  init(_ delay: Delay) {
    switch delay {
    case .missing:
      ticks = nil
      timebase = nil
    case .declared(let ticks, let timebase):
      self.ticks = ticks
      self.timebase = "\(timebase.numerator)/\(timebase.denominator)"
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(ticks, forKey: .ticks)
    try container.encode(timebase, forKey: .timebase)
  }

  private enum CodingKeys: String, CodingKey { case ticks, timebase }
}
