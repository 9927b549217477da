extension AnimationTimeline {
  /// The same frames in ticks of `timebase`, each *boundary* rounded to the nearest tick, halves
  /// to the later one.
  ///
  /// Rounding boundaries instead of durations keeps every start within half a tick of its true
  /// time, after any number of frames. Exact if `timebase` divides all times.
  ///
  /// - Throws: ``TimingError/frameVanishes(frame:in:)`` when a frame would be left without a tick,
  ///   ``TimingError/outOfRange`` when a time does not fit.
  /// - Complexity: O(frames).
  public func rescaled(to timebase: Timebase) throws(TimingError) -> AnimationTimeline {
    if timebase == self.timebase { return self }
    let ratio = try self.timebase.ratio(to: timebase)
    let (multiplier, divisor) = (Int128(ratio.numerator), Int128(ratio.denominator))
    var rescaled: [Int64] = []
    rescaled.reserveCapacity(boundaries.count)
    for boundary in boundaries {
      let product = Int128(boundary) * multiplier
      guard
        let tick = Int64(
          exactly: divisor == 1 ? product : roundedQuotient(product, divisor))
      else { throw .outOfRange }
      if tick == rescaled.last {
        throw .frameVanishes(frame: rescaled.count - 1, in: timebase)
      }
      rescaled.append(tick)
    }
    return try AnimationTimeline(boundaries: rescaled, timebase: timebase)
  }

  /// The same times in the coarsest unit that is exact: the common divisor of all durations.
  public func reduced() -> AnimationTimeline {
    let divisor = commonDivisor
    if divisor <= 1 { return self }
    // Cannot fail: `divisor` is at most `total`, and `total` times the numerator fits; the total in
    // seconds does not change.
    return try! AnimationTimeline(
      boundaries: boundaries.map { $0 / divisor },
      timebase: Timebase(divisor * timebase.numerator, timebase.denominator))
  }

  /// The same times in a unit that also holds `time` exactly.
  func refined(toHold time: RationalTime) throws(TimingError) -> AnimationTimeline {
    if time <= .zero { return self }
    return try rescaled(to: timebase.common(with: Timebase(tick: time)))
  }

  /// Whether the total is a whole number of ticks of `timebase`, so that repeated plays do not
  /// drift.
  func totalIsWhole(in timebase: Timebase) -> Bool {
    // If the total cannot be expressed, the result is false.
    (try? totalTime.ticks(in: timebase, rounding: .exact)) != nil
  }
}
