extension ReadingLimits {
  /// - Throws: ``ReadingError/limitExceeded(limit:value:allowed:)`` when `value` is over a limit.
  package func check(_ limit: ReadingError.Limit, _ value: Int, _ allowed: Int) throws {
    guard value <= allowed else {
      throw ReadingError.limitExceeded(limit: limit, value: value, allowed: allowed)
    }
  }
}
