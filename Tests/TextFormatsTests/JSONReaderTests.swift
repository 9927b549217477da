import Foundation
import TestSupport
import Testing

@testable import TextFormats

@Suite struct JSONReaderTests {
  private func read(_ text: String) throws -> JSONValue { try JSONReader.read(Array(text.utf8)) }

  @Test func membersKeepTheirOrder() throws {
    let json = try read(#"{"b":1,"a":{"x":[1,2]},"10":3,"9":4}"#)
    #expect(json.members.map(\.key) == ["b", "a", "10", "9"])
    #expect(json["a"]?["x"]?.elements.map(\.integer) == [1, 2])
    #expect(json["9"]?.integer == 4)
  }

  @Test func ofRepeatedKeysTheLastIsFoundAndAllAreListed() throws {
    let json = try read(#"{"a":1,"b":2,"a":3}"#)
    #expect(json["a"]?.integer == 3)
    #expect(json.members.map(\.key) == ["a", "b", "a"])
  }

  @Test func escapesAreResolved() throws {
    let json = try read(#"{"a\u0062":"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00\u0000"}"#)
    #expect(json["ab"]?.string == "\"\\/\u{8}\u{c}\n\r\té😀\0")
  }

  @Test func nullIsNoMember() throws {
    #expect(try read(#"{"a":null}"#)["a"] == nil)
  }

  @Test(arguments: [
    "", " ", "{", "[", "[1,]", "{\"a\":1,}", "{a:1}", "{\"a\" 1}", "[1 2]", "NaN", "Infinity", "-",
    "01", "1.", ".5", "1e", "+1", "tru", "nul", "\"", "\"\\x\"", "\"\\u12g4\"", "\"\\ud800\"",
    "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"\t\"", "1 2", "[1]x", "'a'", "// a\n1",
    "\u{FEFF}\u{FEFF}1",
  ])
  func refusesWhatIsNoJSON(text: String) {
    #expect {
      _ = try read(text)
    } throws: { error in
      if case TextError.syntax("JSON", _, let offset) = error {
        offset <= text.utf8.count
      } else {
        false
      }
    }
  }

  @Test(arguments: [
    [0xFF], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC3],
    [0xF0, 0x9F, 0x98], [0x80],
  ])
  func refusesInvalidUTF8(bytes: [UInt8]) {
    #expect(throws: TextError.self) { try JSONReader.read([0x22] + bytes + [0x22]) }
  }

  @Test func everyByteSequenceIsJudgedAsTheStandardLibraryDoes() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
        UInt8.random(in: 0x70...0xFF, using: &generator)
      }
      var position = 0
      var isValid = true
      while position < bytes.count {
        guard let length = utf8SequenceLength(bytes, at: position) else {
          isValid = false
          break
        }
        position += length
      }
      #expect(isValid == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
    }
  }

  @Test func aByteOrderMarkIsSkipped() throws {
    #expect(try JSONReader.read([0xEF, 0xBB, 0xBF] + Array("5".utf8)).integer == 5)
  }

  @Test func depthIsLimitedExactly() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try read(nested(128))
    #expect(throws: TextError.limitExceeded(limit: .depth, value: 129, allowed: 128)) {
      try read(nested(129))
    }
    #expect(throws: TextError.limitExceeded(limit: .depth, value: 129, allowed: 128)) {
      try read(String(repeating: "[", count: 100_000))
    }
  }

  @Test func bytesAndValuesAreLimitedExactly() throws {
    var limits = JSONReader.Limits()
    limits.maxBytes = 5
    limits.maxValues = 3
    _ = try JSONReader.read(Array("[1,2]".utf8), limits: limits)
    #expect(throws: TextError.limitExceeded(limit: .bytes, value: 6, allowed: 5)) {
      try JSONReader.read(Array("[1,22]".utf8), limits: limits)
    }
    limits.maxBytes = 100
    #expect(throws: TextError.limitExceeded(limit: .values, value: 4, allowed: 3)) {
      try JSONReader.read(Array("[1,2,3]".utf8), limits: limits)
    }
  }

  /// The result of Foundation's reader, as a plain tree.
  @Test func readsWhatFoundationReads() throws {
    var generator = SeededGenerator(seed: 42)
    for _ in 0..<500 {
      let text = Self.randomJSON(depth: 0, &generator)
      let ours = try read(text)
      let theirs = try JSONSerialization.jsonObject(
        with: Data(text.utf8), options: .fragmentsAllowed)
      // Wrapped, because Foundation compares objects.
      #expect(NSArray(object: Self.plain(ours)) == NSArray(object: theirs), "\(text)")
    }
  }

  @Test func randomDamageNeverTraps() {
    var generator = SeededGenerator(seed: 99)
    for _ in 0..<3000 {
      var bytes = Array(Self.randomJSON(depth: 0, &generator).utf8)
      for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
        let place = bytes.indices.randomElement(using: &generator)!
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert("{}[]\",:\\u".utf8.randomElement(using: &generator)!, at: place)
        default: bytes.removeSubrange(place...)
        }
      }
      let isOurs = (try? JSONReader.read(bytes)) != nil
      // Foundation is less strict in places: it must accept everything that we accept.
      if isOurs {
        #expect(
          (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil,
          "\(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }

  private static func plain(_ json: JSONValue) -> Any {
    if json.isObject {
      return Dictionary(json.members.map { ($0.key, plain($0.value)) }, uniquingKeysWith: { $1 })
    }
    if json.isArray { return json.elements.map { plain($0) } }
    if let text = json.string { return text }
    if let truth = json.bool { return truth }
    if let number = json.number { return NSDecimalNumber(string: number.description) }
    return NSNull()
  }

  private static func randomJSON(depth: Int, _ generator: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<(depth > 3 ? 6 : 8), using: &generator) {
    case 0: return "null"
    case 1: return "true"
    case 2: return "\(Int.random(in: -1000...1000, using: &generator))"
    case 3: return "\(Int.random(in: 0...99, using: &generator)).25"
    case 4: return "\"a\\n\\u00e9\\ud83d\\ude00 ü\""
    case 5: return "\"\(Int.random(in: 0...9, using: &generator))\""
    case 6:
      let count = Int.random(in: 0...4, using: &generator)
      let parts = (0..<count).map { _ in randomJSON(depth: depth + 1, &generator) }
      return "[\(parts.joined(separator: ","))]"
    default:
      let count = Int.random(in: 0...4, using: &generator)
      let parts = (0..<count).map { "\"k\($0)\": " + randomJSON(depth: depth + 1, &generator) }
      return "{\(parts.joined(separator: " ,"))}"
    }
  }
}
