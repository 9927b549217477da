extension RationalTime: Codable {
  /// Decodes an exact fraction of seconds, `"23/5"`, or any other text that people may write.
  ///
  /// - Throws: `DecodingError` for other texts, and for a time that does not fit 64 bits.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(as: "seconds such as 23/5, or a time with a unit")
  }

  /// Encodes an exact fraction of seconds, in lowest terms: `"23/5"`, `"2/1"`.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode(text: "\(numerator)/\(denominator)")
  }
}

extension Timebase: Codable {
  /// Decodes the seconds of one tick: `"1/90000"`.
  ///
  /// - Throws: `DecodingError` for other texts, and for a tick that is not above 0.
  public init(from decoder: any Decoder) throws {
    let tick = try RationalTime(from: decoder)
    guard tick > .zero else {
      throw decoder.mistake("expected a tick above 0 s, but got \(tick)")
    }
    self.init(tick: tick)
  }

  /// Encodes the seconds of one tick, in lowest terms: `"1/90000"`.
  public func encode(to encoder: any Encoder) throws { try tick.encode(to: encoder) }
}
