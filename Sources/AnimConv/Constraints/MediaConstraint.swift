/// One requirement of a platform, with its source.
public struct MediaConstraint: Sendable, Hashable {
  /// The allowed values.
  public enum Bound: Sendable, Hashable {
    /// A number from `min` to `max`, both included; nil is unbounded.
    case range(min: MediaConstraint.Quantity?, max: MediaConstraint.Quantity?)
    /// Exactly so much.
    case exactly(MediaConstraint.Quantity)
    /// One of these words.
    case oneOf([String])
    /// True, or false.
    case equals(Bool)
  }

  /// The property that is constrained.
  public let property: MediaConstraint.Property
  /// The allowed values.
  public let bound: Bound
  /// The address of the page with the requirement; nil if it follows from the preset itself.
  public let source: String?
  /// The date of that page, as `2026-11-21`.
  public let date: String?

  /// A property and its bound.
  public init(
    _ property: MediaConstraint.Property, _ bound: Bound, source: String? = nil, date: String? = nil
  ) {
    self.property = property
    self.bound = bound
    self.source = source
    self.date = date
  }

  /// Whether a file with this value meets it; false if the value is unknown.
  public func isMet(by measure: MediaConstraint.Measure?) -> Bool {
    switch (bound, measure) {
    case (.range(let min, let max), .number(let number)?):
      (min.map { $0 <= number } ?? true) && (max.map { number <= $0 } ?? true)
    case (.exactly(let wanted), .number(let number)?): wanted == number
    case (.oneOf(let words), .word(let word)?): words.contains(word)
    case (.equals(let wanted), .truth(let truth)?): wanted == truth
    default: false
    }
  }

  /// The requirement as text: `at most 262144`, `exactly 512`, `vp9 or av1`, `yes`.
  public var expectation: String {
    switch bound {
    case .range(let min?, let max?): "\(min) to \(max)"
    case .range(let min?, nil): "at least \(min)"
    case .range(nil, let max?): "at most \(max)"
    case .range(nil, nil): "anything"
    case .exactly(let number): "exactly \(number)"
    case .oneOf(let words):
      words.count < 2
        ? words.joined() : words.dropLast().joined(separator: ", ") + " or " + words.last!
    case .equals(let truth): truth ? "yes" : "no"
    }
  }
}
