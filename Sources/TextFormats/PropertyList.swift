/// A value of an XML property list. Dates and data are kept as text.
package indirect enum PropertyList {
  case dictionary([(key: String, value: PropertyList)])
  case array([PropertyList])
  case text(String)
  case number(ExactDecimal)
  case truth(Bool)

  /// The largest number of values: enough for 200,000 frames of 10.
  static let maxValues = 2 << 20

  /// Reads the single value of a property list.
  ///
  /// - Throws: ``TextError``.
  package static func read(_ bytes: [UInt8]) throws -> PropertyList {
    var reader = Reader(xml: try XMLReader(bytes))
    guard case .start("plist", _)? = try reader.xml.skipToStart() else {
      throw reader.error("the root is not a plist")
    }
    guard let value = try reader.readValue() else { throw reader.error("the plist is empty") }
    guard try reader.readValue() == nil, try reader.xml.next() == nil else {
      throw reader.error("the plist has more than one value")
    }
    return value
  }

  package var members: [(key: String, value: PropertyList)]? {
    if case .dictionary(let members) = self { members } else { nil }
  }

  package var elements: [PropertyList]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  package var string: String? {
    if case .text(let text) = self { text } else { nil }
  }

  package var bool: Bool? {
    if case .truth(let value) = self { value } else { nil }
  }

  package var number: ExactDecimal? {
    if case .number(let value) = self { value } else { nil }
  }

  /// The member with this key, the last if it is repeated.
  package subscript(key: String) -> PropertyList? {
    members?.last { $0.key == key }?.value
  }
}

private struct Reader {
  var xml: XMLReader
  var count = 0

  func error(_ detail: String) -> TextError {
    .malformed(language: "property list", detail: detail)
  }

  /// The next value; nil at the end of the element around it. The depth is limited by the XML.
  mutating func readValue() throws -> PropertyList? {
    while let event = try xml.next() {
      switch event {
      case .text(let text):
        guard text.allSatisfy(\.isWhitespace) else { throw error("text between values") }
      case .end: return nil
      case .start(let name, _):
        count += 1
        guard count <= PropertyList.maxValues else {
          throw TextError.limitExceeded(
            limit: .values, value: count, allowed: PropertyList.maxValues)
        }
        return try readValue(name)
      }
    }
    return nil
  }

  private mutating func readValue(_ name: String) throws -> PropertyList {
    switch name {
    case "dict": return try readDictionary()
    case "array":
      var elements: [PropertyList] = []
      while let element = try readValue() { elements.append(element) }
      return .array(elements)
    case "true", "false":
      guard try readText().isEmpty else { throw error("text in \(name)") }
      return .truth(name == "true")
    case "integer", "real":
      guard let number = ExactDecimal(trimmed(try readText())) else {
        throw error("\(name) is not a number")
      }
      return .number(number)
    case "string", "date", "data": return .text(try readText())
    default: throw error("an element \(quoted(name))")
    }
  }

  private mutating func readDictionary() throws -> PropertyList {
    var members: [(key: String, value: PropertyList)] = []
    while let event = try xml.next() {
      switch event {
      case .text(let text):
        guard text.allSatisfy(\.isWhitespace) else { throw error("text between keys") }
      case .end: return .dictionary(members)
      case .start("key", _):
        let key = try readText()
        guard let value = try readValue() else { throw error("key \(quoted(key)) has no value") }
        members.append((key, value))
      case .start: throw error("a value without a key")
      }
    }
    return .dictionary(members)
  }

  /// The text up to the end of the element.
  private mutating func readText() throws -> String {
    var text = ""
    while let event = try xml.next() {
      switch event {
      case .text(let part): text += part
      case .end: return text
      case .start: throw error("an element inside text")
      }
    }
    return text
  }
}
