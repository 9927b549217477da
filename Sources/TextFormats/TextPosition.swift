/// A place in a text, for messages.
package struct TextPosition: Sendable, Hashable {
  /// Counted from 1.
  package let line: Int
  /// In characters of Unicode scalars from the start of the line, counted from 1.
  package let column: Int

  /// - Parameter byteOffset: of the place; beyond the end counts as the end.
  package init(byteOffset: Int, in text: [UInt8]) {
    let before = text.prefix(max(0, byteOffset))
    line = 1 + before.count { $0 == 0x0A }
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    // Bytes that continue a scalar are not counted.
    column = 1 + before[start...].count { $0 & 0xC0 != 0x80 }
  }
}

extension TextPosition: CustomStringConvertible {
  /// `line 3, column 7`
  package var description: String { "line \(line), column \(column)" }
}

extension JSONValue {
  /// Where it starts.
  package var position: TextPosition {
    TextPosition(byteOffset: isString ? byteOffset - 1 : byteOffset, in: document.bytes)
  }
}
