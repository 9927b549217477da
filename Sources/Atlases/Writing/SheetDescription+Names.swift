internal import TextFormats

extension SheetDescription {
  /// Throws when names cannot be the keys of an object in the frames' order: two are equal, or a
  /// bare number is among them, which JavaScript sorts to the front, and that is not its place.
  func checkNamesAreKeys() throws {
    try checkNamesAreUnique()
    // JavaScript's array indices, in the only form that is one.
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

  /// A name as XML writes it.
  ///
  /// - Throws: ``AtlasWritingError/name(_:detail:format:)``.
  func xml(_ name: String) throws -> String {
    guard let text = xmlText(name) else {
      throw AtlasWritingError.name(
        name, detail: "XML cannot hold control characters", format: format)
    }
    return text
  }

  /// A name as a part of an address: everything but letters, digits and `-._~` as `%XX`.
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

  /// A name that starts with a letter or `_` and has nothing but letters, digits, `-` and `_` of
  /// ASCII in it, so that it is an identifier of CSS and a class of HTML without any escapes.
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
