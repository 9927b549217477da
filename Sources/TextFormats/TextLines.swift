/// The lines of a plain-text description, checked as text.
package struct TextLines {
  /// 64 MiB.
  static let maxBytes = 64 << 20
  /// Enough for 200,000 frames of 10 lines.
  static let maxLines = 2 << 20

  package let lines: [Substring]

  /// - Parameter language: the name of the text's language in errors.
  /// - Throws: as ``check(_:language:)``.
  package init(_ bytes: [UInt8], language: String) throws {
    let start = try Self.check(bytes, language: language)
    // To Swift, "\r\n" is one character and a line break like the others.
    lines = String(decoding: bytes[start...], as: UTF8.self)
      .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
  }

  /// Throws ``TextError`` if the bytes are not UTF-8, contain a NUL, or if there are too many bytes
  /// or lines.
  ///
  /// - Returns: the start of the text, after any byte order mark.
  @discardableResult
  package static func check(_ bytes: [UInt8], language: String) throws -> Int {
    guard bytes.count <= maxBytes else {
      throw TextError.limitExceeded(limit: .bytes, value: bytes.count, allowed: maxBytes)
    }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var position = start
    var lineCount = 1
    while position < bytes.count {
      guard bytes[position] != 0, let length = utf8SequenceLength(bytes, at: position) else {
        throw TextError.syntax(
          language: language, detail: "not UTF-8 text", byteOffset: position)
      }
      if bytes[position] == 0x0A || bytes[position] == 0x0D { lineCount += 1 }
      position += length
    }
    guard lineCount <= maxLines else {
      throw TextError.limitExceeded(limit: .values, value: lineCount, allowed: maxLines)
    }
    return start
  }
}

/// A text without white space at its ends.
package func trimmed(_ text: some StringProtocol) -> String {
  let start = text.drop(while: \.isWhitespace)
  guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
  return String(start[...last])
}
