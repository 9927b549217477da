internal import AnimTiming

extension OutputKind: Codable {
  /// Decodes the name of a kind: `"mp4"`.
  ///
  /// - Throws: `DecodingError` for other texts.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(as: "a kind of output such as mp4 or frames")
  }

  /// Encodes the name.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}
