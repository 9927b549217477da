internal import TextFormats

/// Reads the values and tags of Godot's text resources. Expressions are not evaluated and nothing
/// is loaded; anything but the cases of ``GodotValue`` is an error.
struct GodotReader {
  private let bytes: [UInt8]
  private(set) var position = 0
  private var count = 0

  private static let maxDepth = 64
  private static let maxValues = 2 << 20

  /// - Parameter bytes: checked UTF-8.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  func error(_ detail: String) -> AtlasError {
    .syntax(language: "Godot resource", detail: detail, byteOffset: position)
  }

  var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Skips white space and comments, which start with a semicolon.
  mutating func skipSpace() {
    while let byte = current {
      if byte == UInt8(ascii: ";") {
        while current != nil, current != 0x0A { position += 1 }
      } else if byte == 0x20 || (0x09...0x0D).contains(byte) {
        position += 1
      } else {
        return
      }
    }
  }

  /// Skips `byte` if it comes next.
  mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard current == byte else { return false }
    position += 1
    return true
  }

  mutating func expect(_ byte: UInt8) throws {
    guard take(byte) else {
      throw error("expected \(quoted(String(Unicode.Scalar(byte))))")
    }
  }

  /// A name of letters, digits, `_`, `/`, `.` and `:`.
  mutating func readName() throws -> String {
    skipSpace()
    let start = position
    while let byte = current, isNameByte(byte) { position += 1 }
    if start == position { throw error("expected a name") }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// The name of a property, in quotation marks if it has other characters.
  mutating func readKey() throws -> String {
    skipSpace()
    return current == UInt8(ascii: "\"") ? try readString() : try readName()
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "/"),
      UInt8(ascii: "."), UInt8(ascii: ":"), 0x80...0xFF:
      true
    default: false
    }
  }

  mutating func readValue(depth: Int = 0) throws -> GodotValue {
    guard depth < Self.maxDepth else {
      throw AtlasError.limitExceeded(limit: .depth, value: depth + 1, allowed: Self.maxDepth)
    }
    count += 1
    guard count <= Self.maxValues else {
      throw AtlasError.limitExceeded(limit: .values, value: count, allowed: Self.maxValues)
    }
    skipSpace()
    switch current {
    case UInt8(ascii: "["):
      position += 1
      return .array(try readList(close: UInt8(ascii: "]"), depth: depth))
    case UInt8(ascii: "{"):
      position += 1
      return .dictionary(try readMembers(depth: depth))
    case UInt8(ascii: "\""): return .text(try readString())
    case UInt8(ascii: "&"), UInt8(ascii: "^"):
      position += 1
      guard current == UInt8(ascii: "\"") else { throw error("expected a string") }
      return .text(try readString())
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
      .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
      return try readNumber()
    case nil: throw error("the text ends early")
    default: return try readWord(depth: depth)
    }
  }

  private mutating func readList(close: UInt8, depth: Int) throws -> [GodotValue] {
    var elements: [GodotValue] = []
    while !take(close) {
      elements.append(try readValue(depth: depth + 1))
      if !take(UInt8(ascii: ",")) {
        try expect(close)
        break
      }
    }
    return elements
  }

  private mutating func readMembers(depth: Int) throws -> [(key: String, value: GodotValue)] {
    var members: [(key: String, value: GodotValue)] = []
    let close = UInt8(ascii: "}")
    while !take(close) {
      guard let key = try readValue(depth: depth + 1).string else {
        throw error("expected a key that is a string")
      }
      try expect(UInt8(ascii: ":"))
      members.append((key, try readValue(depth: depth + 1)))
      if !take(UInt8(ascii: ",")) {
        try expect(close)
        break
      }
    }
    return members
  }

  private mutating func readNumber() throws -> GodotValue {
    let start = position
    while let byte = current,
      (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte)
    {
      position += 1
    }
    guard let number = ExactDecimal(bytes[start..<position]) else {
      throw error(
        "expected a number")
    }
    return .number(number)
  }

  private mutating func readString() throws -> String {
    position += 1
    var text: [UInt8] = []
    while let byte = current {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let escaped = current else { throw error("a string has no end") }
        position += 1
        switch escaped {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "'"): text.append(escaped)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "t"): text.append(0x09)
        default: throw error("an unknown escape")
        }
      default: text.append(byte)
      }
    }
    throw error("a string has no end")
  }

  private mutating func readWord(depth: Int) throws -> GodotValue {
    let name = try readName()
    switch name {
    case "true": return .truth(true)
    case "false": return .truth(false)
    case "null", "nil": return .null
    default: break
    }
    // The element type of a typed array: Array[Dictionary]([...]).
    if name == "Array", take(UInt8(ascii: "[")) {
      _ = try readValue(depth: depth + 1)
      try expect(UInt8(ascii: "]"))
    }
    guard take(UInt8(ascii: "(")) else {
      return .call(name, [])
    }
    return .call(name, try readList(close: UInt8(ascii: ")"), depth: depth))
  }
}
