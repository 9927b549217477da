internal import ArgumentParser

/// A transform for an option's text that fails with "expected …, but got …".
func parsing<Value>(
  _ expectation: String, _ make: @escaping @Sendable (String) -> Value?
) -> @Sendable (String) throws -> Value {
  { text in
    guard let value = make(text) else {
      throw ValidationError("expected \(expectation), but got '\(text)'")
    }
    return value
  }
}
