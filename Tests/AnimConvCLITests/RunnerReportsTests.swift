import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The summaries of a batch for continuous integration.
@Suite struct RunnerReportsTests {
  /// A name with characters that are special in Markdown, HTML, XML and GitHub's runner.
  private static let hostile = "<script>|`%0A,:\"&\u{202E}'.gif"

  private final class Cases: NSObject, XMLParserDelegate {
    var suite: [String: String] = [:]
    var inputs: [String] = []
    var failures: [String: String] = [:]

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      switch name {
      case "testsuite": suite = attributes
      case "testcase": inputs.append(attributes["classname"] ?? "")
      case "failure": failures[inputs.last!] = attributes["message"]
      default: break
      }
    }
  }

  private func inFolder(_ body: (URL) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let inputs = folder.appendingPathComponent("in")
      try FileManager.default.createDirectory(at: inputs, withIntermediateDirectories: true)
      for name in ["a.gif", "b.gif"] {
        try FileManager.default.copyItem(
          atPath: Package.orbit, toPath: inputs.appendingPathComponent(name).path)
      }
      try Data("no picture".utf8).write(to: inputs.appendingPathComponent(Self.hostile))
      try body(folder)
    }
  }

  private func batch(_ folder: URL, _ more: [String]) throws -> Animconv.Outcome {
    try Animconv.run(
      ["batch", "in/*.gif", "--out", "d", "--container", "gif"] + more,
      in: folder, environment: ["GITHUB_ACTIONS": "true"])
  }

  @Test func resultsAreTestCases() throws {
    try inFolder { folder in
      let outcome = try batch(folder, ["--scale", "8x-1", "--junit", "j.xml", "-q"])
      #expect(outcome.status == 1)
      let data = try Data(contentsOf: folder.appendingPathComponent("j.xml"))
      let parser = XMLParser(data: data)
      let cases = Cases()
      parser.delegate = cases
      #expect(parser.parse())
      #expect(cases.suite["tests"] == "3" && cases.suite["failures"] == "1")
      let hostile = "in/" + Self.hostile
      #expect(Set(cases.inputs) == ["in/a.gif", "in/b.gif", hostile])
      #expect(cases.failures.keys.sorted() == [hostile])
      #expect(cases.failures[hostile]?.contains("not a format that animconv reads") == true)
      let annotations = outcome.errorLines.filter { $0.hasPrefix("::error ") }
      #expect(annotations.count == 1)
      #expect(
        annotations[0].hasPrefix(
          "::error file=in/<script>|`%250A%2C%3A\"&\\u{202e}'.gif,title=animconv::"))
    }
  }

  @Test func theSummaryTellsFailuresAndChanges() throws {
    try inFolder { folder in
      _ = try batch(folder, ["--scale", "8x-1", "--summary", "s.md", "-q"])
      let first = try String(
        contentsOf: folder.appendingPathComponent("s.md"), encoding: .utf8)
      #expect(first.contains("\n| 2 | 0 | 1 | 0 | "))
      #expect(!first.contains("Largest changes"))
      #expect(!first.contains("<script>") && !first.contains("\u{202E}"))
      #expect(first.contains("| in/&lt;script&gt;&#124;&#96;%0A,:\"&amp;\u{FFFD}'.gif | "))
      let before = try Data(contentsOf: folder.appendingPathComponent("d/a.gif")).count
      _ = try batch(folder, ["--scale", "16x-1", "--summary", "s.md", "-q"])
      let both = try String(
        contentsOf: folder.appendingPathComponent("s.md"), encoding: .utf8)
      #expect(both.hasPrefix(first))
      let after = try Data(contentsOf: folder.appendingPathComponent("d/a.gif")).count
      let row = both.split(separator: "\n").last { $0.hasPrefix("| d/a.gif |") }
      let numbers = try #require(row).filter { $0 != "," }
      #expect(numbers.hasPrefix("| d/a.gif | \(before) B | \(after) B | +\(after - before) B |"))
      let printed = try batch(folder, ["--scale", "16x-1", "--summary", "-", "-q"])
      #expect(printed.text.hasPrefix("## animconv: "))
      #expect(printed.text.contains("\n| 0 | 2 | 1 | 0 | "))
    }
  }
}
