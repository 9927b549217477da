/// Reads XML as a sequence of events: elements, attributes and text, for descriptions of frames.
///
/// Written by hand, because that is smaller and safer than Foundation's parser, which uses libxml2
/// with entity expansion and network access. The only entities are the five of XML and character
/// references. A document type may name an external definition, which is not fetched, and may not
/// contain definitions of its own. UTF-8 only, see ``TextEncoding``. Namespaces are not resolved: a
/// name is its text.
///
/// - Complexity: O(n) in bytes; memory for one tag and the open elements.
package struct XMLReader {
  /// The limits of reading.
  package struct Limits {
    /// 64 MiB.
    var maxBytes = 64 << 20
    /// The largest depth of elements.
    var maxDepth = 128
    /// 8 MiB for one text or attribute.
    var maxTextBytes = 8 << 20
    /// The largest number of attributes of one element.
    var maxAttributes = 1000
  }

  /// The next event in the text.
  package enum Event: Equatable {
    case start(name: String, attributes: [String: String])
    /// Text between tags, with references resolved; never only part of a character.
    case text(String)
    case end(name: String)
  }

  private let bytes: [UInt8]
  private let limits: Limits
  private var position = 0
  private var openElements: [String] = []
  private var hasRoot = false
  /// The end event of an element that was written as `<a/>`.
  private var pendingEnd: String?

  /// - Throws: ``TextError``.
  package init(_ bytes: [UInt8], limits: Limits = Limits()) throws {
    guard bytes.count <= limits.maxBytes else {
      throw TextError.limitExceeded(
        limit: .bytes, value: bytes.count, allowed: limits.maxBytes)
    }
    self.bytes = bytes
    self.limits = limits
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    if starts(with: "<?xml") { try readDeclaration() }
  }

  /// The next event; nil after the root element and anything that may follow it.
  package mutating func next() throws -> Event? {
    if let name = pendingEnd {
      pendingEnd = nil
      return close(name)
    }
    while position < bytes.count {
      if bytes[position] != UInt8(ascii: "<") {
        let text = try readText()
        if !openElements.isEmpty { return .text(text) }
        guard text.utf8.allSatisfy(isSpace) else { throw error("text outside the root element") }
      } else if starts(with: "<!--") {
        try skipComment()
      } else if starts(with: "<![CDATA[") {
        guard !openElements.isEmpty else { throw error("text outside the root element") }
        return .text(try readCharacterData())
      } else if starts(with: "<!DOCTYPE") {
        try skipDocumentType()
      } else if starts(with: "<?") {
        try skipInstruction()
      } else if starts(with: "</") {
        return try readEndTag()
      } else {
        return try readStartTag()
      }
    }
    guard openElements.isEmpty, hasRoot else { throw error("the text ends early") }
    return nil
  }

  private func error(_ detail: String) -> TextError {
    .syntax(language: "XML", detail: detail, byteOffset: position)
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func starts(with text: StaticString) -> Bool {
    guard bytes.count - position >= text.utf8CodeUnitCount else { return false }
    for offset in 0..<text.utf8CodeUnitCount
    where bytes[position + offset] != text.utf8Start[offset] {
      return false
    }
    return true
  }

  private mutating func skipSpace() {
    while let byte = current, isSpace(byte) { position += 1 }
  }

  /// Moves past the next `text`, and returns the bytes before it.
  private mutating func take(until text: StaticString) throws -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.count {
      if starts(with: text) {
        let taken = bytes[start..<position]
        position += text.utf8CodeUnitCount
        return taken
      }
      try advance()
    }
    throw error("the text ends early")
  }

  /// Moves past one character.
  private mutating func advance() throws {
    guard let length = utf8SequenceLength(bytes, at: position) else { throw error("invalid UTF-8") }
    if bytes[position] < 0x20, !isSpace(bytes[position]) { throw error("a control character") }
    position += length
  }

  private mutating func readDeclaration() throws {
    let text = String(decoding: try take(until: "?>"), as: UTF8.self)
    guard let key = text.firstRange(of: "encoding") else { return }
    let value = text[key.upperBound...].filter { !" \t\r\n=\"'".contains($0) }.lowercased()
    guard ["utf-8", "utf8", "us-ascii", "ascii"].contains(where: value.hasPrefix) else {
      throw error("an encoding other than UTF-8")
    }
  }

  private mutating func skipComment() throws {
    position += 4
    _ = try take(until: "--")
    guard current == UInt8(ascii: ">") else { throw error("two hyphens in a comment") }
    position += 1
  }

  private mutating func skipInstruction() throws {
    position += 2
    if starts(with: "xml"), bytes.count > position + 3, isSpace(bytes[position + 3]) {
      throw error("the XML declaration is not at the start")
    }
    _ = try take(until: "?>")
  }

  private mutating func skipDocumentType() throws {
    guard !hasRoot else { throw error("a document type after the root element") }
    var quote: UInt8?
    while let byte = current {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "[") {
        throw error("definitions in the document type are not supported")
      } else if byte == UInt8(ascii: ">") {
        position += 1
        return
      }
      try advance()
    }
    throw error("the text ends early")
  }

  private mutating func readText() throws -> String {
    var text: [UInt8] = []
    while let byte = current, byte != UInt8(ascii: "<") {
      if starts(with: "]]>") { throw error("the end of character data without its start") }
      try readCharacter(into: &text)
    }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func readCharacterData() throws -> String {
    position += 9
    return String(decoding: try take(until: "]]>"), as: UTF8.self)
  }

  /// One character or reference.
  private mutating func readCharacter(into text: inout [UInt8]) throws {
    guard text.count < limits.maxTextBytes else {
      throw TextError.limitExceeded(
        limit: .bytes, value: text.count + 1, allowed: limits.maxTextBytes)
    }
    if current == UInt8(ascii: "&") {
      text.append(contentsOf: try readReference().utf8)
    } else {
      let start = position
      try advance()
      text.append(contentsOf: bytes[start..<position])
    }
  }

  private mutating func readReference() throws -> String {
    position += 1
    let start = position
    while let byte = current, byte != UInt8(ascii: ";") {
      guard position - start < 10 else { throw error("an unknown entity") }
      position += 1
      if byte & 0x80 != 0 { throw error("an unknown entity") }
    }
    let name = String(decoding: bytes[start..<position], as: UTF8.self)
    guard current != nil else { throw error("the text ends early") }
    position += 1
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    let number: UInt32?
    if name.hasPrefix("#x") {
      let digits = name.dropFirst(2)
      number = digits.first == "+" ? nil : UInt32(digits, radix: 16)
    } else if name.hasPrefix("#") {
      let digits = name.dropFirst()
      number = digits.first == "+" ? nil : UInt32(digits)
    } else {
      throw error("an unknown entity")
    }
    guard let number, let scalar = Unicode.Scalar(number),
      number >= 0x20 || number == 9 || number == 10 || number == 13
    else { throw error("a reference to a character that does not exist") }
    return String(scalar)
  }

  private mutating func readName() throws -> String {
    let start = position
    while let byte = current, isNameByte(byte, isFirst: position == start) { try advance() }
    if position == start { throw error("expected a name") }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func readStartTag() throws -> Event {
    guard !openElements.isEmpty || !hasRoot else { throw error("a second root element") }
    guard openElements.count < limits.maxDepth else {
      throw TextError.limitExceeded(
        limit: .depth, value: openElements.count + 1, allowed: limits.maxDepth)
    }
    position += 1
    let name = try readName()
    var attributes: [String: String] = [:]
    while true {
      let before = position
      skipSpace()
      if current == UInt8(ascii: ">") {
        position += 1
        break
      }
      if starts(with: "/>") {
        position += 2
        pendingEnd = name
        break
      }
      guard position > before else { throw error("expected white space") }
      let key = try readName()
      guard attributes.count < limits.maxAttributes else {
        throw TextError.limitExceeded(
          limit: .values, value: attributes.count + 1, allowed: limits.maxAttributes)
      }
      guard attributes.updateValue(try readAttributeValue(), forKey: key) == nil else {
        throw error("an attribute is repeated")
      }
    }
    openElements.append(name)
    hasRoot = true
    return .start(name: name, attributes: attributes)
  }

  private mutating func readAttributeValue() throws -> String {
    skipSpace()
    guard current == UInt8(ascii: "=") else { throw error("expected an equals sign") }
    position += 1
    skipSpace()
    guard let quote = current, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw error("expected a quotation mark")
    }
    position += 1
    var text: [UInt8] = []
    while let byte = current, byte != quote {
      if byte == UInt8(ascii: "<") { throw error("a tag in an attribute") }
      if isSpace(byte) {
        // White space in attributes counts as a space (XML 1.0, 3.3.3).
        text.append(0x20)
        position += 1
      } else {
        try readCharacter(into: &text)
      }
    }
    guard current != nil else { throw error("the text ends early") }
    position += 1
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func readEndTag() throws -> Event {
    position += 2
    let name = try readName()
    skipSpace()
    guard current == UInt8(ascii: ">") else { throw error("expected the end of a tag") }
    guard openElements.last == name else { throw error("an end tag without its start") }
    position += 1
    return close(name)
  }

  private mutating func close(_ name: String) -> Event {
    openElements.removeLast()
    return .end(name: name)
  }
}

func isSpace(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
}

/// Letters, digits and marks of XML names; beyond ASCII every character counts as a letter.
private func isNameByte(_ byte: UInt8, isFirst: Bool) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...0xFF:
    true
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): !isFirst
  default: false
  }
}

extension XMLReader {
  /// The first element.
  package mutating func skipToStart() throws -> Event? {
    while let event = try next() {
      if case .start = event { return event }
    }
    return nil
  }
}
