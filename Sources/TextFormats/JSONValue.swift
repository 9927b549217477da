/// A value of a JSON text: a position in its ``JSONDocument``, parsed on access.
package struct JSONValue: Sendable {
  let document: JSONDocument
  let index: Int

  private var node: JSONNode { document.nodes[index] }

  /// Its start, in bytes.
  var byteOffset: Int { Int(node.start) }

  package var isObject: Bool { node.kind == .object }
  package var isArray: Bool { node.kind == .array }
  package var isString: Bool { node.kind == .string || node.kind == .escapedString }
  package var isNull: Bool { node.kind == .null }

  /// The truth value; nil for other kinds.
  package var bool: Bool? {
    switch node.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The number; nil for other kinds, or if its exponent is beyond ±999.
  package var number: ExactDecimal? {
    guard node.kind == .number else { return nil }
    return ExactDecimal(document.bytes[Int(node.start)..<Int(node.end)])
  }

  /// The number if it is an integer and fits.
  package var integer: Int64? { number?.integer }

  /// The text of a string; nil for other kinds.
  package var string: String? {
    let text = document.bytes[Int(node.start)..<Int(node.end)]
    switch node.kind {
    case .string: return String(decoding: text, as: UTF8.self)
    case .escapedString: return unescaped(text)
    default: return nil
    }
  }

  /// The elements of an array that may be missing, in order; empty for other kinds.
  package static func list(_ json: JSONValue?) -> [JSONValue] {
    json.map { Array($0.elements) } ?? []
  }

  /// The elements of an array, in order; empty for other kinds.
  package var elements: some Sequence<JSONValue> {
    let end = isArray ? Int(node.next) : index + 1
    return sequence(state: index + 1) { next -> JSONValue? in
      guard next < end else { return nil }
      defer { next = Int(document.nodes[next].next) }
      return JSONValue(document: document, index: next)
    }
  }

  /// Every member of an object in the order of the text, including those with a repeated key; empty
  /// for other kinds.
  package var members: some Sequence<(key: String, value: JSONValue)> {
    let end = isObject ? Int(node.next) : index + 1
    return sequence(state: index + 1) { next -> (key: String, value: JSONValue)? in
      guard next < end else { return nil }
      let value = next + 1
      let key = JSONValue(document: document, index: next).string ?? ""
      next = Int(document.nodes[value].next)
      return (key, JSONValue(document: document, index: value))
    }
  }

  /// The member with this key; the last if the key is repeated, as in every browser. Nil if there
  /// is none, if it is `null`, or if this is not an object.
  ///
  /// - Complexity: O(members).
  package subscript(key: String) -> JSONValue? {
    var found: JSONValue?
    guard isObject else { return nil }
    var next = index + 1
    while next < Int(node.next) {
      let value = next + 1
      if JSONValue(document: document, index: next).isText(key) {
        found = JSONValue(document: document, index: value)
      }
      next = Int(document.nodes[value].next)
    }
    return found.flatMap { $0.isNull ? nil : $0 }
  }

  private func isText(_ text: String) -> Bool {
    guard node.kind == .string else { return string == text }
    return document.bytes[Int(node.start)..<Int(node.end)].elementsEqual(text.utf8)
  }

  /// Resolves escapes, which the reader has already checked.
  private func unescaped(_ text: ArraySlice<UInt8>) -> String {
    var units: [UInt8] = []
    units.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      guard text[index] == UInt8(ascii: "\\") else {
        units.append(text[index])
        index += 1
        continue
      }
      switch text[index + 1] {
      case UInt8(ascii: "u"):
        var scalar = hexadecimal(text, at: index + 2)
        if scalar & 0xFC00 == 0xD800 {
          index += 6
          scalar = 0x10000 + (scalar & 0x3FF) << 10 + hexadecimal(text, at: index + 2) & 0x3FF
        }
        index += 4
        units.append(contentsOf: String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
      case UInt8(ascii: "b"): units.append(0x08)
      case UInt8(ascii: "f"): units.append(0x0C)
      case UInt8(ascii: "n"): units.append(0x0A)
      case UInt8(ascii: "r"): units.append(0x0D)
      case UInt8(ascii: "t"): units.append(0x09)
      case let byte: units.append(byte)
      }
      index += 2
    }
    return String(decoding: units, as: UTF8.self)
  }

  private func hexadecimal(_ text: ArraySlice<UInt8>, at index: Int) -> UInt32 {
    text[index..<index + 4].reduce(0) { $0 << 4 | UInt32(hexadecimalDigit($1) ?? 0) }
  }
}

extension JSONValue {
  /// A replacement for the text of a value.
  package struct Replacement {
    /// The value, of the same document.
    package let value: JSONValue
    /// The replacement, as JSON.
    package let text: [UInt8]

    package init(_ value: JSONValue, with text: [UInt8]) {
      self.value = value
      self.text = text
    }
  }

  /// The text of the whole document with replacements for some of its values, which do not contain
  /// each other.
  package func documentText(with replacements: [Replacement]) -> [UInt8] {
    var text: [UInt8] = []
    var position = 0
    for replacement in replacements.sorted(by: { $0.value.index < $1.value.index }) {
      let range = replacement.value.textRange
      text += document.bytes[position..<range.lowerBound]
      text += replacement.text
      position = range.upperBound
    }
    return text + document.bytes[position...]
  }

  /// With the quotation marks of a string.
  private var textRange: Range<Int> {
    let marks = isString ? 1 : 0
    return Int(node.start) - marks..<Int(node.end) + marks
  }
}
