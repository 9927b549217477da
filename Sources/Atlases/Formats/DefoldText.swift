internal import TextFormats

/// Reads the text format of protocol buffers, limited to what Defold's files use: fields with
/// numbers, words, texts and nested fields.
struct DefoldText {
  /// A field's value.
  enum Value {
    case text(String)
    case fields(DefoldText)
  }

  private(set) var fields: [(name: String, value: Value)] = []

  /// The texts, words and numbers of a field, in order.
  func texts(_ name: String) -> [String] {
    fields.compactMap { if $0.name == name, case .text(let text) = $0.value { text } else { nil } }
  }

  /// The last one, which is the valid one.
  func text(_ name: String) -> String? { texts(name).last }

  func messages(_ name: String) -> [DefoldText] {
    fields.compactMap {
      if $0.name == name, case .fields(let fields) = $0.value { fields } else { nil }
    }
  }

  /// - Throws: ``TextError`` and ``AtlasError``.
  static func read(_ bytes: [UInt8]) throws -> DefoldText {
    let start = try TextLines.check(bytes, language: "Defold text")
    var reader = Reader(bytes: bytes, position: start)
    return try reader.readFields(depth: 0)
  }

  private struct Reader {
    let bytes: [UInt8]
    var position: Int
    var count = 0
    static let maxDepth = 32
    static let maxFields = 2 << 20

    func error(_ detail: String) -> AtlasError {
      .syntax(language: "Defold text", detail: detail, byteOffset: position)
    }

    var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func skipSpace() {
      while let byte = current {
        if byte == UInt8(ascii: "#") {
          while current != nil, current != 0x0A { position += 1 }
        } else if [0x20, UInt8(ascii: ","), UInt8(ascii: ";")].contains(byte)
          || 0x09...0x0D ~= byte
        {
          position += 1
        } else {
          return
        }
      }
    }

    mutating func readFields(depth: Int) throws -> DefoldText {
      guard depth < Self.maxDepth else {
        throw AtlasError.limitExceeded(limit: .depth, value: depth + 1, allowed: Self.maxDepth)
      }
      var message = DefoldText()
      skipSpace()
      while let byte = current, byte != UInt8(ascii: "}") {
        count += 1
        guard count <= Self.maxFields else {
          throw AtlasError.limitExceeded(limit: .values, value: count, allowed: Self.maxFields)
        }
        message.fields.append((try readWord(), try readValue(depth: depth)))
        skipSpace()
      }
      if depth == 0, current != nil { throw error("a bracket too many") }
      return message
    }

    mutating func readValue(depth: Int) throws -> Value {
      skipSpace()
      let hasColon = current == UInt8(ascii: ":")
      if hasColon { position += 1 }
      skipSpace()
      if current == UInt8(ascii: "{") {
        position += 1
        let fields = try readFields(depth: depth + 1)
        guard current == UInt8(ascii: "}") else { throw error("the text ends early") }
        position += 1
        return .fields(fields)
      }
      guard hasColon else { throw error("expected a colon") }
      return .text(current == UInt8(ascii: "\"") ? try readString() : try readWord())
    }

    mutating func readWord() throws -> String {
      let start = position
      while let byte = current, byte > 0x20, !":{}\"#,;".utf8.contains(byte) { position += 1 }
      if start == position { throw error("expected a name or a value") }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    mutating func readString() throws -> String {
      position += 1
      var text: [UInt8] = []
      while let byte = current {
        position += 1
        if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
        guard byte == UInt8(ascii: "\\"), let escaped = current else {
          text.append(byte)
          continue
        }
        position += 1
        text.append(escaped == UInt8(ascii: "n") ? 0x0A : escaped)
      }
      throw error("a string has no end")
    }
  }
}
