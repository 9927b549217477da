extension RationalTime {
  /// The units of ``formatted(in:)``.
  public enum DisplayUnit: Sendable, Hashable, CaseIterable {
    /// For starts and totals: `4.6 s`.
    case seconds
    /// For durations of frames: `50 ms`.
    case milliseconds
  }

  /// This time as text with its unit, for people. ``description`` is always exact.
  ///
  /// If there is no short decimal, the text is rounded: to the microsecond in seconds, `0.066667 s`,
  /// and to a thousandth in milliseconds, `66.667 ms`. A time whose number of milliseconds does not
  /// fit 64 bits is shown in seconds.
  public func formatted(in unit: DisplayUnit = .seconds) -> String {
    // A number of milliseconds that does not fit is handled below.
    if unit == .milliseconds, let milliseconds = try? multiplied(by: 1000) {
      return "\(milliseconds.fraction.decimalText(places: 3)) ms"
    }
    return "\(fraction.decimalText(places: 6)) s"
  }
}
