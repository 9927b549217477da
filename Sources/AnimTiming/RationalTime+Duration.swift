extension RationalTime {
  /// A time in the unit of clocks, truncated to nanoseconds and limited to 292 years.
  public init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, tooLate) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    self.init(overflow || tooLate ? (seconds < 0 ? .min : .max) : sum, 1_000_000_000)
  }
}

extension Duration {
  /// A time for clocks, rounded up to nanoseconds, so that a waiting task is never early.
  public init(_ time: RationalTime) {
    let (seconds, rest) = time.numerator.quotientAndRemainder(dividingBy: time.denominator)
    let nanoseconds = Int128(rest) * 1_000_000_000
    let (whole, part) = nanoseconds.quotientAndRemainder(dividingBy: Int128(time.denominator))
    // Less than a second, so it fits.
    self.init(
      secondsComponent: seconds,
      attosecondsComponent: Int64(whole + (part > 0 ? 1 : 0)) * 1_000_000_000)
  }
}
