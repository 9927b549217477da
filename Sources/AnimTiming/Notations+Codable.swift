extension FrameRate: Codable {
  /// Decodes the text that ``init(_:)`` reads.
  ///
  /// - Throws: `DecodingError` for other texts.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(as: "a rate such as 30000/1001")
  }

  /// Encodes ``description``.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}

extension TimingEdits.Speed: Codable {
  /// Decodes the text that ``init(_:)`` reads.
  ///
  /// - Throws: `DecodingError` for other texts.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(as: "a speed such as 1.5")
  }

  /// Encodes ``description``.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}

extension DelayPolicy: Codable {
  /// Decodes the text that ``init(_:)`` reads.
  ///
  /// - Throws: `DecodingError` for other texts.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(as: "a delay policy such as browser or 11:100")
  }

  /// Encodes ``description``.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}

extension AnimationTimeline.FrameRange: Codable {
  /// Decodes the text that ``init(_:)`` reads.
  ///
  /// - Throws: `DecodingError` for other texts.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(as: "a range such as 10..<20 or 1.5s..3s")
  }

  /// Encodes ``description``.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}

extension AnimationTimeline.FrameMoment: Codable {
  /// Decodes the text that ``init(_:)`` reads.
  ///
  /// - Throws: `DecodingError` for other texts.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(as: "a moment such as 1.5s or f250")
  }

  /// Encodes ``description``.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}
