internal import AnimTiming
internal import TextFormats

extension SheetDescription {
  /// A time in seconds, to the nearest nanosecond.
  func seconds(_ time: RationalTime) throws -> ExactDecimal {
    guard
      let value = ExactDecimal(Int128(time.numerator), over: Int128(time.denominator), places: 9)
    else { throw AtlasWritingError.times(.outOfRange, format: format) }
    return value
  }

  /// Where a frame starts as a percentage of the whole, to ten decimals: a trillionth of it.
  func percent(_ times: Timeline, _ index: Int) throws -> ExactDecimal {
    guard
      let value = ExactDecimal(
        Int128(times.start(of: index)) * 100, over: Int128(times.total), places: 10)
    else { throw AtlasWritingError.times(.outOfRange, format: format) }
    return value
  }
}
