internal import Stages

/// An ICC profile, of which only the name is of use here: colours are taken for sRGB, and a warning
/// says what they are when they are something else.
struct ICCProfile: Sendable, Hashable {
  /// How much of a profile is looked at: its header, its table and, in practice, its name.
  static let prefixBytes = 1 << 16
  /// The most entries of its table that are looked at; profiles have some 10 to 30.
  private static let maxTags: UInt32 = 100

  /// What it calls itself; nil when that cannot be read.
  let name: String?

  /// Nil for what is no profile, which browsers pass over as well.
  ///
  /// - Parameter prefix: the profile, or its first ``prefixBytes`` bytes.
  init?(prefix: [UInt8]) {
    // The signature of every version (ICC.1:2022, 7.2.11).
    guard prefix.count >= 132, prefix[36..<40].elementsEqual("acsp".utf8) else { return nil }
    name = Self.description(in: prefix).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// What the colours are when they are not sRGB; nil when they are.
  var foreignName: String? {
    guard let name else { return "a profile without a name" }
    // Facebook's "c2" and the like are sRGB in few bytes.
    let isStandard = name.contains("sRGB") || name == "c2" || name == "uRGB"
    return isStandard ? nil : "the profile '\(name)'"
  }

  /// Finds the tag `desc` (ICC.1:2022, 7.3 and 9.2.41).
  private static func description(in bytes: [UInt8]) -> String? {
    for tag in 0..<min(bytes.bigEndianWord32(at: 128), maxTags) {
      let entry = 132 + 12 * Int(tag)
      guard entry + 12 <= bytes.count else { return nil }
      guard bytes[entry..<entry + 4].elementsEqual("desc".utf8) else { continue }
      let start = Int(bytes.bigEndianWord32(at: entry + 4))
      let count = Int(bytes.bigEndianWord32(at: entry + 8))
      guard start + count <= bytes.count else { return nil }
      return text(of: Array(bytes[start..<start + count]))
    }
    return nil
  }

  /// A text of version 2 (`desc`) or the first one of version 4 (`mluc`, 10.15).
  private static func text(of element: [UInt8]) -> String? {
    if element.starts(with: "desc".utf8), element.count >= 12 {
      let count = Int(element.bigEndianWord32(at: 8))
      return String(latin1: element.dropFirst(12).prefix(count).prefix { $0 != 0 })
    }
    guard element.starts(with: "mluc".utf8), element.count >= 28 else { return nil }
    let count = Int(element.bigEndianWord32(at: 20))
    let start = Int(element.bigEndianWord32(at: 24))
    guard start + count <= element.count else { return nil }
    let units = stride(from: start, to: start + count - 1, by: 2).map {
      element.bigEndianWord16(at: $0)
    }
    return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
  }
}

extension ReadingWarning {
  /// Colours that are not sRGB and are shown as if they were.
  static func colorProfile(_ name: String) -> ReadingWarning {
    ReadingWarning(
      kind: .colorProfile, detail: "the colours are in \(name), but are treated as sRGB")
  }
}
