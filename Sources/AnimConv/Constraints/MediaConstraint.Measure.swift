extension MediaConstraint {
  /// The value of a ``MediaConstraint/Property``.
  public enum Measure: Sendable, Hashable {
    /// An exact number.
    case number(MediaConstraint.Quantity)
    /// A name, such as that of a codec.
    case word(String)
    /// A yes or no.
    case truth(Bool)

    static func count(_ value: Int) -> MediaConstraint.Measure {
      .number(MediaConstraint.Quantity(Int64(value)))
    }
  }
}

extension MediaConstraint.Measure: CustomStringConvertible {
  /// As messages show it.
  public var description: String {
    switch self {
    case .number(let number): number.description
    case .word(let word): word
    case .truth(let truth): truth ? "yes" : "no"
    }
  }
}
