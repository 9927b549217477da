extension LoopCount: Codable {
  /// Decodes the total number of plays; 0 is endless.
  ///
  /// - Throws: `DecodingError` for a number below 0.
  public init(from decoder: any Decoder) throws {
    let plays = try decoder.singleValueContainer().decode(Int.self)
    if plays < 0 { throw decoder.mistake("expected plays from 0, but got \(plays)") }
    self.init(totalPlays: plays)
  }

  /// Encodes ``totalPlays``: 0 is endless.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(totalPlays)
  }
}
