/// Converts text files to UTF-8, which all readers expect.
package enum TextEncoding {
  /// The bytes of a text as UTF-8: UTF-16 is converted, other bytes stay unchanged.
  ///
  /// UTF-16 is recognised by its byte order mark, or as XML by its known first character. Invalid
  /// UTF-16 becomes U+FFFD. XML that declares itself as UTF-16 loses its declaration, which is no
  /// longer true, and which some ASCII files contain wrongly.
  ///
  /// - Complexity: O(n) in bytes.
  package static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    guard let low = lowByte(bytes.prefix(2)) else { return withoutFalseDeclaration(bytes) }
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      UInt16(bytes[index + low]) | UInt16(bytes[index + 1 - low]) << 8
    }
    let text = String(decoding: units, as: UTF16.self)
    let scalars = text.unicodeScalars
    let start = scalars.first == "\u{FEFF}" ? scalars.dropFirst() : scalars[...]
    return withoutFalseDeclaration(Array(String(start).utf8))
  }

  private static func withoutFalseDeclaration(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.starts(with: "<?xml".utf8), let end = bytes.firstIndex(of: UInt8(ascii: ">")),
      String(decoding: bytes[..<end], as: UTF8.self).lowercased().contains("utf-16")
    else { return bytes }
    return Array(bytes[(end + 1)...])
  }

  /// Which byte of each pair is the lower one; nil if the text is not UTF-16.
  private static func lowByte(_ start: ArraySlice<UInt8>) -> Int? {
    switch Array(start) {
    case [0xFF, 0xFE], [UInt8(ascii: "<"), 0]: 0
    case [0xFE, 0xFF], [0, UInt8(ascii: "<")]: 1
    default: nil
    }
  }
}
