extension MediaConstraint {
  /// Constraints compared with the values of one file.
  public struct Check: Sendable, Hashable {
    /// One line of the comparison.
    public struct Line: Sendable, Hashable {
      /// The constraint.
      public let constraint: MediaConstraint
      /// Nil if the value is unknown.
      public let measure: MediaConstraint.Measure?
      /// Whether the constraint is met; false if the value cannot be measured.
      public var isMet: Bool { constraint.isMet(by: measure) }
    }

    /// In the order of the constraints.
    public let lines: [Line]

    /// Compares every constraint with the facts.
    public init(_ constraints: [MediaConstraint], facts: MediaConstraint.Facts) {
      lines = constraints.map { Line(constraint: $0, measure: facts[$0.property]) }
    }

    /// Whether every constraint is met.
    public var isMet: Bool { lines.allSatisfy(\.isMet) }

    /// The constraints that are not met; nil if all are met.
    package var error: ConstraintError? {
      let violations = lines.filter { !$0.isMet }
        .map { ConstraintError.Violation(constraint: $0.constraint, measure: $0.measure) }
      return violations.isEmpty ? nil : ConstraintError(violations: violations)
    }
  }
}
