extension AnimationTimeline: Codable {
  private enum CodingKeys: String, CodingKey { case timebase, durations }

  /// Decodes an object with the seconds of a tick and the ticks of every frame:
  /// `{"timebase": "1/100", "durations": [4, 4, 10]}`.
  ///
  /// - Throws: `DecodingError` for a duration below 1, and for a total that does not fit 64 bits.
  ///   The underlying error is a ``TimingError``.
  /// - Complexity: O(frames).
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let timebase = try container.decode(Timebase.self, forKey: .timebase)
    let durations = try container.decode([Int64].self, forKey: .durations)
    do {
      try self.init(durations: durations, timebase: timebase)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: container.codingPath + [CodingKeys.durations],
          debugDescription: "\(error)", underlyingError: error))
    }
  }

  /// Encodes the seconds of a tick and the ticks of every frame.
  ///
  /// - Complexity: O(frames).
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(timebase, forKey: .timebase)
    try container.encode(Array(durations), forKey: .durations)
  }
}
