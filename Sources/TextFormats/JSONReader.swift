/// Reads JSON as defined in RFC 8259 and nothing more: no comments, no `NaN`, and trailing commas
/// only on request.
///
/// Invalid UTF-8 and escapes of lone surrogates are refused, because no text can contain them; a
/// leading byte order mark is skipped. The result keeps the order of members, because the order of
/// an atlas's frames is their order in the file. Foundation's decoders lose it.
///
/// - Complexity: O(n) in bytes; 16 bytes of memory for each value and key.
package struct JSONReader {
  /// The limits of reading.
  package struct Limits {
    /// 64 MiB.
    var maxBytes = 64 << 20
    /// The largest depth of arrays and objects.
    var maxDepth = 128
    /// The number of values and keys: enough for 200,000 frames of 40.
    var maxValues = 8 << 20
    /// Whether a comma may follow the last value of an array or object, as GameMaker writes it.
    package var allowsTrailingCommas = false

    package init() {}
  }

  private let bytes: [UInt8]
  private let limits: Limits
  private var position = 0
  private var nodes: [JSONNode] = []

  private init(_ bytes: [UInt8], limits: Limits) {
    self.bytes = bytes
    self.limits = limits
  }

  /// The single value in `bytes`.
  ///
  /// - Throws: ``TextError/syntax(language:detail:byteOffset:)`` and
  ///   ``TextError/limitExceeded(limit:value:allowed:)``.
  package static func read(_ bytes: [UInt8], limits: Limits = Limits()) throws -> JSONValue {
    guard bytes.count <= limits.maxBytes else {
      throw TextError.limitExceeded(
        limit: .bytes, value: bytes.count, allowed: limits.maxBytes)
    }
    var reader = JSONReader(bytes, limits: limits)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
    reader.skipSpace()
    try reader.readValue(depth: 0)
    reader.skipSpace()
    guard reader.position == bytes.count else { throw reader.error("text after the value") }
    return JSONValue(document: JSONDocument(bytes: bytes, nodes: reader.nodes), index: 0)
  }

  private func error(_ detail: String) -> TextError {
    .syntax(language: "JSON", detail: detail, byteOffset: position)
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  private mutating func begin(_ kind: JSONNode.Kind) throws -> Int {
    guard nodes.count < limits.maxValues else {
      throw TextError.limitExceeded(
        limit: .values, value: nodes.count + 1, allowed: limits.maxValues)
    }
    nodes.append(JSONNode(kind: kind, start: position))
    return nodes.count - 1
  }

  private mutating func end(_ node: Int, at position: Int) {
    nodes[node].end = UInt32(truncatingIfNeeded: position)
    nodes[node].next = UInt32(truncatingIfNeeded: nodes.count)
  }

  private mutating func readValue(depth: Int) throws {
    guard let byte = current else { throw error("the text ends early") }
    switch byte {
    case UInt8(ascii: "{"): try readContainer(.object, close: UInt8(ascii: "}"), depth: depth)
    case UInt8(ascii: "["): try readContainer(.array, close: UInt8(ascii: "]"), depth: depth)
    case UInt8(ascii: "\""): try readString()
    case UInt8(ascii: "-"), 0x30...0x39: try readNumber()
    case UInt8(ascii: "t"): try readWord("true", kind: .true)
    case UInt8(ascii: "f"): try readWord("false", kind: .false)
    case UInt8(ascii: "n"): try readWord("null", kind: .null)
    default: throw error("expected a value")
    }
  }

  private mutating func readContainer(
    _ kind: JSONNode.Kind, close: UInt8, depth: Int
  ) throws {
    guard depth < limits.maxDepth else {
      throw TextError.limitExceeded(limit: .depth, value: depth + 1, allowed: limits.maxDepth)
    }
    let node = try begin(kind)
    position += 1
    skipSpace()
    if current == close {
      position += 1
      end(node, at: position)
      return
    }
    while true {
      if kind == .object {
        guard current == UInt8(ascii: "\"") else { throw error("expected a key") }
        try readString()
        skipSpace()
        guard current == UInt8(ascii: ":") else { throw error("expected a colon") }
        position += 1
        skipSpace()
      }
      try readValue(depth: depth + 1)
      skipSpace()
      if current == UInt8(ascii: ",") {
        position += 1
        skipSpace()
        if limits.allowsTrailingCommas, current == close {
          position += 1
          end(node, at: position)
          return
        }
      } else if current == close {
        position += 1
        end(node, at: position)
        return
      } else {
        throw error(current == nil ? "the text ends early" : "expected a comma")
      }
    }
  }

  private mutating func readWord(_ word: StaticString, kind: JSONNode.Kind) throws {
    let node = try begin(kind)
    for offset in 0..<word.utf8CodeUnitCount {
      guard current == word.utf8Start[offset] else { throw error("expected a value") }
      position += 1
    }
    end(node, at: position)
  }

  private mutating func readNumber() throws {
    let node = try begin(.number)
    if current == UInt8(ascii: "-") { position += 1 }
    if current == UInt8(ascii: "0") { position += 1 } else { try readDigits() }
    if current == UInt8(ascii: ".") {
      position += 1
      try readDigits()
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      position += 1
      if current == UInt8(ascii: "-") || current == UInt8(ascii: "+") { position += 1 }
      try readDigits()
    }
    end(node, at: position)
  }

  private mutating func readDigits() throws {
    let start = position
    while let byte = current, (0x30...0x39).contains(byte) { position += 1 }
    if position == start { throw error("expected a digit") }
  }

  private mutating func readString() throws {
    position += 1
    let node = try begin(.string)
    while true {
      guard let byte = current else { throw error("a string has no end") }
      switch byte {
      case UInt8(ascii: "\""):
        end(node, at: position)
        position += 1
        return
      case UInt8(ascii: "\\"):
        nodes[node].kind = .escapedString
        try readEscape()
      case 0x00...0x1F: throw error("a control character in a string")
      case 0x20...0x7F: position += 1
      default:
        guard let length = utf8SequenceLength(bytes, at: position) else {
          throw error("invalid UTF-8")
        }
        position += length
      }
    }
  }

  private mutating func readEscape() throws {
    position += 1
    switch current {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
    case UInt8(ascii: "u"):
      position += 1
      let unit = try readHexadecimal()
      if UTF16.isTrailSurrogate(unit) { throw error("a lone surrogate") }
      if UTF16.isLeadSurrogate(unit) {
        guard current == UInt8(ascii: "\\"), position + 1 < bytes.count,
          bytes[position + 1] == UInt8(ascii: "u")
        else { throw error("a lone surrogate") }
        position += 2
        guard UTF16.isTrailSurrogate(try readHexadecimal()) else {
          throw error("a lone surrogate")
        }
      }
    default: throw error("an unknown escape")
    }
  }

  private mutating func readHexadecimal() throws -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = current, let digit = hexadecimalDigit(byte) else {
        throw error("expected four hexadecimal digits")
      }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }
}

/// The value of a hexadecimal digit in either case.
package func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
