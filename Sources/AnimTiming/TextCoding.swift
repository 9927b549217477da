// Values with a notation of users are that text in JSON, too.

extension Decoder {
  /// The value that a text stands for.
  ///
  /// - Parameter form: what is expected, with an example: `a rate such as 30000/1001`.
  /// - Throws: `DecodingError`, with the path of the text.
  package func value<Value: LosslessStringConvertible>(as form: String) throws -> Value {
    let text = try singleValueContainer().decode(String.self)
    guard let value = Value(text) else { throw mistake("expected \(form), but got '\(text)'") }
    return value
  }

  /// An error at the place of this decoder.
  package func mistake(_ description: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: description))
  }
}

extension Encoder {
  /// Encodes a value as its text.
  package func encode(text: String) throws {
    var container = singleValueContainer()
    try container.encode(text)
  }
}
