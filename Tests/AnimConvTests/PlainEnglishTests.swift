import Foundation
import SystemPackage
import TestSupport
import Testing

/// Texts that people read: messages, help, presets, README, change log and articles.
@Suite struct PlainEnglishTests {
  struct Phrase: Sendable, CustomTestStringConvertible {
    let pattern: String
    let better: String

    var testDescription: String { pattern }
  }

  struct Line: Sendable {
    let place: String
    let text: String
  }

  static let phrases = [
    Phrase(pattern: #"\b(?!there\b)\w+\)* is no (?!longer)\w+"#, better: "is not a"),
    Phrase(pattern: #"\bexcludes? (each other|one another)\b"#, better: "cannot be used together"),
    Phrase(pattern: #"\bso often\b"#, better: "this many times"),
    Phrase(pattern: #"\bthe (frame|picture|one) before\b"#, better: "the previous frame"),
    Phrase(pattern: #"\btake --"#, better: "use --"),
    Phrase(pattern: #"\bsay nothing\b"#, better: "print"),
    Phrase(pattern: #"\bmost (number|bytes|frames|slots)\b"#, better: "largest number"),
    Phrase(pattern: #"\bcannot be *[|".;]"#, better: "is invalid"),
    Phrase(pattern: #"\b(called|cut|finds them) so\b"#, better: "this way"),
    Phrase(pattern: #"\bits content decides\b"#, better: "by its content"),
    Phrase(pattern: #"\bstays? \d"#, better: "is shown for"),
    Phrase(pattern: #"\bframes? a second\b"#, better: "frames per second"),
    Phrase(pattern: #"\bnothing names\b"#, better: "what is missing"),
    Phrase(pattern: #"\b(is|are) expected"?\)?$"#, better: "expected ..."),
    Phrase(pattern: #"\b\w+, too\b(?=")"#, better: "also"),
  ]

  /// The visible part of a Swift file: the text in quotation marks.
  static func literals(in text: String, of path: String) -> [Line] {
    var lines: [Line] = []
    var isInside = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let place = "\(path):\(index + 1)"
      if line.contains("\"\"\"") {
        isInside.toggle()
      } else if isInside {
        lines.append(Line(place: place, text: String(line)))
      } else if !line.drop(while: { $0 == " " }).hasPrefix("//"),
        let first = line.firstIndex(of: "\""), let last = line.lastIndex(of: "\""), first < last
      {
        lines.append(Line(place: place, text: String(line[first...last])))
      }
    }
    return lines
  }

  /// The lines of a file that is text throughout.
  static func lines(of name: String) throws -> [Line] {
    let text = try String(contentsOfFile: SourceTree.root.appending(name).string, encoding: .utf8)
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
      Line(place: "\(name):\($0 + 1)", text: String($1))
    }
  }

  /// Read once for all phrases.
  static let everything = Result {
    var lines: [Line] = []
    for (target, _) in ImportDirectionTests.targets {
      for file in try SourceTree.files(of: target) {
        let text = try String(contentsOfFile: file.path, encoding: .utf8)
        lines += Self.literals(in: text, of: file.path)
      }
    }
    for name in ["README.md", "CHANGELOG.md"] { lines += try Self.lines(of: name) }
    for folder in ["Presets", "Sources/AnimConv/AnimConv.docc"] {
      let path = SourceTree.root.appending(folder).string
      for name in try FileManager.default.contentsOfDirectory(atPath: path).sorted()
      where name.hasSuffix(".json") || name.hasSuffix(".md") {
        lines += try Self.lines(of: "\(folder)/\(name)")
      }
    }
    return lines
  }

  @Test(arguments: phrases)
  func noTextIsHardToRead(phrase: Phrase) throws {
    let pattern = try Regex(phrase.pattern).ignoresCase()
    let lines = try Self.everything.get()
    #expect(lines.count > 1000)
    for line in lines {
      guard let found = line.text.firstMatch(of: pattern) else { continue }
      let words = line.text[found.range]
      Issue.record("\(line.place): \"\(words)\"; better: \(phrase.better)")
    }
  }

  /// Prose has British spelling; identifiers, such as `RGBColor`, have American spelling.
  @Test func proseHasOneSpelling() throws {
    let american = try Regex(#"\b(color|gray|neighbor|center)(s|ed|ing)?\b"#).ignoresCase()
    for name in ["README.md", "CHANGELOG.md"] {
      for line in try Self.lines(of: name) {
        let prose = line.text.replacing(/`[^`]*`/, with: "")
        guard let found = prose.firstMatch(of: american) else { continue }
        Issue.record("\(line.place): \"\(prose[found.range])\" has American spelling")
      }
    }
  }
}
