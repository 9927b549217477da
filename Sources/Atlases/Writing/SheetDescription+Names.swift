internal import TextFormats

extension SheetDescription {
  /// Throws if names cannot be the keys of an object in frame order: if two are equal, or if one is
  /// a bare number, which JavaScript sorts to the front, out of place.
  func checkNamesAreKeys() throws {
    try checkNamesAreUnique()
    // JavaScript's array indices in canonical form.
    let numbers = atlas.frames.map { frame in
      UInt32(frame.name).flatMap { "\($0)" == frame.name && $0 < .max ? $0 : nil }
    }
    let count = numbers.prefix { $0 != nil }.count
    let first = numbers.prefix(count).compactMap { $0 }
    let isSorted = zip(first, first.dropFirst()).allSatisfy { $0 < $1 }
    let stray = isSorted ? numbers.dropFirst(count).firstIndex { $0 != nil } : 0
    if let stray {
      throw AtlasWritingError.name(
        atlas.frames[stray].name,
        detail: "names that are bare numbers lose their place among the others",
        format: format)
    }
  }

  /// A name for XML.
  ///
  /// - Throws: ``AtlasWritingError/name(_:detail:format:)``.
  func xml(_ name: String) throws -> String {
    guard let text = xmlText(name) else {
      throw AtlasWritingError.name(
        name, detail: "XML cannot hold control characters", format: format)
    }
    return text
  }

  /// A name for a URL: all characters except letters, digits and `-._~` as `%XX`.
  static func address(_ name: String) -> String {
    var text = ""
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return text
  }

  /// A name that starts with a letter or `_` and contains only ASCII letters, digits, `-` and `_`,
  /// so that it is a CSS identifier and an HTML class without escapes.
  static func identifier(_ name: String) -> String {
    var text = ""
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default: if text.last != "-" { text += "-" }
      }
    }
    let startsWell = text.utf8.first.map { $0 >= UInt8(ascii: "A") } ?? false
    return startsWell ? text : "_" + text
  }
}
