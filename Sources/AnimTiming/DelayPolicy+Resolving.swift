extension DelayPolicy {
  /// Decides the duration of every frame, exactly, in the coarsest unit common to all decided
  /// units: milliseconds under `browser`, centiseconds for a GIF under `verbatim`.
  ///
  /// - Parameters:
  ///   - delays: of all frames, in order.
  /// - Throws: ``TimingError/noFrames``; ``TimingError/zeroDelay(frame:)``,
  ///   ``TimingError/missingDelay(frame:)`` and ``TimingError/negativeDelay(frame:)`` where the
  ///   policy decides nothing; ``TimingError/unusableReplacement(_:)``;
  ///   ``TimingError/noCommonTimebase(_:_:)`` if no unit within 64 bits is common to all frames;
  ///   ``TimingError/outOfRange`` if the sum of the durations does not fit.
  /// - Complexity: O(frames); stores eight bytes for each, and one ``DelayChange`` for each run of
  ///   frames that are changed in the same way.
  package func resolve(
    _ delays: some Collection<Delay>
  ) throws(TimingError) -> ResolvedDelays {
    if delays.isEmpty { throw .noFrames }
    try checkReplacements()
    let timebase = try commonTimebase(of: delays)

    var boundaries: [Int64] = [0]
    boundaries.reserveCapacity(delays.count + 1)
    var changes: [DelayChange] = []
    var factor = (unit: timebase, ticks: Int64(1))
    var previous: Decision?
    for (frame, delay) in delays.enumerated() {
      let decision = try decide(delay, frame: frame, after: previous)
      previous = decision
      if decision.timebase != factor.unit {
        factor = (decision.timebase, try decision.timebase.ratio(to: timebase).numerator)
      }
      let (duration, tooLong) = decision.ticks.multipliedReportingOverflow(by: factor.ticks)
      let (end, tooLate) = boundaries[frame].addingReportingOverflow(duration)
      if tooLong || tooLate { throw .outOfRange }
      boundaries.append(end)
      if decision.isChange {
        changes.append(frame, delay, decided: try decision.time)
      }
    }
    return ResolvedDelays(
      timeline: try AnimationTimeline(boundaries: boundaries, timebase: timebase), changes: changes)
  }

  private func commonTimebase(
    of delays: some Collection<Delay>
  ) throws(TimingError) -> Timebase {
    var common: Timebase?
    var latest: Timebase?
    var previous: Decision?
    for (frame, delay) in delays.enumerated() {
      let decision = try decide(delay, frame: frame, after: previous)
      previous = decision
      // Almost every frame has the unit of the previous one.
      if decision.timebase == latest { continue }
      latest = decision.timebase
      common = try common?.common(with: decision.timebase) ?? decision.timebase
    }
    return common!
  }

  private func checkReplacements() throws(TimingError) {
    switch self {
    case .verbatim(let time?) where time <= .zero: throw .unusableReplacement(time)
    case .minimum(let time, _) where time <= .zero: throw .unusableReplacement(time)
    case .minimum(_, let time) where time <= .zero: throw .unusableReplacement(time)
    default: break
    }
  }

  /// The duration of one frame.
  private struct Decision {
    var ticks: Int64
    var timebase: Timebase
    var isChange: Bool

    init(_ ticks: Int64, _ timebase: Timebase, isChange: Bool) {
      self.ticks = ticks
      self.timebase = timebase
      self.isChange = isChange
    }

    init(replacingBy time: RationalTime) {
      self.init(1, Timebase(tick: time), isChange: true)
    }

    var time: RationalTime {
      get throws(TimingError) { try RationalTime(ticks: ticks, timebase: timebase) }
    }
  }

  private func decide(
    _ delay: Delay, frame: Int, after previous: Decision?
  ) throws(TimingError) -> Decision {
    guard case .declared(let ticks, let timebase) = delay else {
      return try decideMissing(frame: frame, after: previous)
    }
    let written = Decision(ticks, timebase, isChange: false)
    let short = Decision(replacingBy: .milliseconds(100))
    switch self {
    case .browser:
      let seconds = (Int128(ticks) * Int128(timebase.numerator))
        .quotientAndRemainder(dividingBy: Int128(timebase.denominator))
      let (whole, rest) = (seconds.remainder * 1000)
        .quotientAndRemainder(dividingBy: Int128(timebase.denominator))
      guard let quotient = Int64(exactly: seconds.quotient),
        let milliseconds = Int64(exactly: Int128(quotient) * 1000 + whole)
      else { throw .outOfRange }
      return milliseconds <= 10
        ? short : Decision(milliseconds, .milliseconds, isChange: rest != 0)
    case .flanimatedimage, .ffmpeg:
      return Self.isBelow(.milliseconds(20), ticks, timebase) ? short : written
    case .gifu:
      if ticks <= 0 { return Decision(replacingBy: RationalTime(1, 15)) }
      return Self.isBelow(.milliseconds(20), ticks, timebase) ? short : written
    case .minimum(let minimum, let replacement):
      return Self.isBelow(minimum, ticks, timebase)
        ? Decision(replacingBy: replacement) : written
    case .verbatim(let zeroDelay):
      if ticks > 0 { return written }
      if ticks < 0 { throw .negativeDelay(frame: frame) }
      guard let zeroDelay else { throw .zeroDelay(frame: frame) }
      return Decision(replacingBy: zeroDelay)
    }
  }

  private func decideMissing(
    frame: Int, after previous: Decision?
  ) throws(TimingError) -> Decision {
    switch self {
    case .browser, .ffmpeg:
      return Decision(replacingBy: .milliseconds(100))
    case .flanimatedimage:
      guard let previous else { return Decision(replacingBy: .milliseconds(100)) }
      return Decision(previous.ticks, previous.timebase, isChange: true)
    case .gifu:
      return Decision(replacingBy: RationalTime(1, 15))
    case .minimum(_, let replacement):
      return Decision(replacingBy: replacement)
    case .verbatim(let zeroDelay):
      guard let zeroDelay else { throw .missingDelay(frame: frame) }
      return Decision(replacingBy: zeroDelay)
    }
  }

  /// Whether `ticks` of `timebase` are less than `limit`, without rounding or overflow.
  private static func isBelow(
    _ limit: RationalTime, _ ticks: Int64, _ timebase: Timebase
  ) -> Bool {
    let (left, overflow) = (Int128(ticks) * Int128(timebase.numerator))
      .multipliedReportingOverflow(by: Int128(limit.denominator))
    // The right side fits, so a left side that overflows is larger in magnitude.
    if overflow { return ticks < 0 }
    return left < Int128(limit.numerator) * Int128(timebase.denominator)
  }
}
