internal import Stages

/// An ICC profile: the meaning of an image's colour values.
struct ICCProfile: Sendable, Hashable {
  /// The largest number of examined table entries; profiles have about 10 to 30.
  private static let maxTags: UInt32 = 100
  /// The shortest profile: a header and an empty table.
  private static let leastBytes = 132

  let bytes: [UInt8]

  /// Nil if it is not a profile; browsers ignore it as well.
  init?(_ bytes: [UInt8]) {
    // The signature of every version (ICC.1:2022, 7.2.11).
    guard bytes.count >= Self.leastBytes, bytes[36..<40].elementsEqual("acsp".utf8) else {
      return nil
    }
    self.bytes = bytes
  }

  /// Its name; nil if it cannot be read.
  ///
  /// Finds the tag `desc` (ICC.1:2022, 7.3 and 9.2.41).
  var name: String? {
    for tag in 0..<min(bytes.bigEndianWord32(at: 128), Self.maxTags) {
      let entry = Self.leastBytes + 12 * Int(tag)
      guard entry + 12 <= bytes.count else { return nil }
      guard bytes[entry..<entry + 4].elementsEqual("desc".utf8) else { continue }
      let start = Int(bytes.bigEndianWord32(at: entry + 4))
      let count = Int(bytes.bigEndianWord32(at: entry + 8))
      guard start + count <= bytes.count else { return nil }
      return Self.text(of: Array(bytes[start..<start + count])).flatMap { $0.isEmpty ? nil : $0 }
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
