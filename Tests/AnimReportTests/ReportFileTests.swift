import AnimConv
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import AnimReport

@Suite struct ReportFileTests {
  private static let orbit = SourceTree.root.appending("Tests/Fixtures/orbit.gif")

  private static func report(mediaBytes: Int? = nil) async throws -> Report {
    let report = try await Report(of: orbit, outputs: [], options: Report.Options())
    guard let mediaBytes else { return report }
    let media = MediaFile(
      type: "image/gif", bytes: [UInt8](repeating: 0, count: mediaBytes), isStandIn: false)
    return Report(
      source: Report.Source(
        name: report.source.name, inspection: report.source.inspection,
        delays: report.source.delays, media: media), outputs: [], command: nil)
  }

  @Test func aPageThatIsTooLargeIsRefused() async throws {
    let file = ReportFile(try await Self.report(mediaBytes: 15_000_000))
    #expect {
      _ = try file.bytes()
    } throws: { error in
      guard case .tooLarge(let count, let allowed)? = error as? ReportError else { return false }
      return count > 20_000_000 && allowed == 20_000_000
        && (error as? ReportError)?.remedy?.text(.options).contains("leave the media out") == true
    }
    #expect(try await ReportFile(Self.report(mediaBytes: 14_900_000)).bytes().count < 20_000_000)
  }

  @Test func aPageAppearsWholeAndReplacesOnlyWhenAsked() async throws {
    try await TemporaryFolder.with { folder in
      let file = ReportFile(try await Self.report())
      let path = folder.appending("page.html")
      let count = try file.write(to: path, replacing: false)
      #expect(FileManager.default.contents(atPath: path.string)?.count == count)
      #expect(throws: ConversionError.self) { try file.write(to: path, replacing: false) }
      try file.write(to: path, replacing: true)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path.string) == ["page.html"])
    }
  }

  @Test func theSourceIsNeverReplaced() async throws {
    try await TemporaryFolder.with { folder in
      let source = folder.appending("in.gif")
      try FileManager.default.copyItem(atPath: Self.orbit.string, toPath: source.string)
      let report = try await Report(of: source, outputs: [], options: Report.Options())
      #expect(throws: ConversionError.self) {
        try ReportFile(report).write(to: source, replacing: true)
      }
      #expect(
        FileManager.default.contents(atPath: source.string)
          == FileManager.default.contents(atPath: Self.orbit.string))
    }
  }

  @Test func aFolderHasNoInlineCode() async throws {
    try await TemporaryFolder.with { folder in
      let path = folder.appending("report")
      try ReportFile(await Self.report()).writeFolder(to: path, replacing: false)
      let names = try FileManager.default.contentsOfDirectory(atPath: path.string).sorted()
      #expect(
        names == [
          ".animconv", "index.html", "report.css", "report.js", "source.gif", "source.gif.js",
        ])
      let text = try String(contentsOfFile: path.appending("index.html").string, encoding: .utf8)
      #expect(!text.contains("<style") && !text.contains("<script>"))
      #expect(text.contains("script-src &#39;self&#39; file:"))
      #expect(
        FileManager.default.contents(atPath: path.appending("source.gif").string)
          == FileManager.default.contents(atPath: Self.orbit.string))
      // Files that animconv wrote may be replaced; other files may not.
      try ReportFile(await Self.report()).writeFolder(to: path, replacing: true)
      try Data("mine".utf8).write(to: URL(fileURLWithPath: path.appending("notes.txt").string))
      let again = ReportFile(try await Self.report())
      #expect(throws: ConversionError.self) { try again.writeFolder(to: path, replacing: true) }
      #expect(FileManager.default.fileExists(atPath: path.appending("notes.txt").string))
    }
  }
}
