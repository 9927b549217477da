extension Conversion {
  /// One conversion of a search for a number of bytes or a quality.
  public struct Try: Codable, Sendable, Hashable {
    /// From 1.
    public let number: Int
    /// The difference from the request: `crf 31`, `448x448`, `15 fps`; empty at first.
    public let changes: [String]
    /// Bytes of the largest file.
    public let byteCount: Int64
    /// Whether it is within the limit, or good enough.
    public let fits: Bool
    /// The measured quality; nil in a search for a number of bytes.
    public var score: Conversion.QualityTarget?
  }
}
