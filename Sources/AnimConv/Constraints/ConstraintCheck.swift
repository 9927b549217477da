/// Constraints side by side with the values of one file.
public struct ConstraintCheck: Sendable, Hashable {
  /// One line of the comparison.
  public struct Line: Sendable, Hashable {
    /// What was asked for.
    public let constraint: MediaConstraint
    /// Nil when the value cannot be told.
    public let measure: MediaMeasure?
    /// Whether it is as asked; false for what cannot be measured.
    public var isMet: Bool { constraint.isMet(by: measure) }
  }

  /// In the order of the constraints.
  public let lines: [Line]

  /// Compares every constraint with the facts.
  public init(_ constraints: [MediaConstraint], facts: MediaFacts) {
    lines = constraints.map { Line(constraint: $0, measure: facts[$0.property]) }
  }

  /// Whether every constraint is met.
  public var isMet: Bool { lines.allSatisfy(\.isMet) }

  /// What is not met; nil when everything is.
  package var error: ConstraintError? {
    let violations = lines.filter { !$0.isMet }
      .map { ConstraintError.Violation(constraint: $0.constraint, measure: $0.measure) }
    return violations.isEmpty ? nil : ConstraintError(violations: violations)
  }
}
