import AnimConv
import Foundation
import TestSupport
import Testing

@testable import AnimReport

@Suite struct ReportIndexTests {
  private static func entry(
    _ name: String, bytes: Int64? = nil, before: Int64? = nil, isNew: Bool = true,
    failure: String? = nil, worst: Double? = nil
  ) -> ReportIndex.Entry {
    var entry = ReportIndex.Entry(source: "in", output: name, isNew: isNew)
    entry.byteCount = bytes
    entry.previousByteCount = before
    entry.failure = failure
    entry.page = worst.map { ("page.html", 0.99, $0) }
    return entry
  }

  @Test func failuresComeFirstAndThenTheLargestChange() {
    let index = ReportIndex(
      [
        Self.entry("same", bytes: 100, before: 100, isNew: false, worst: 0.9),
        Self.entry("half", bytes: 50, before: 100), Self.entry("new", bytes: 10),
        Self.entry("worse", bytes: 100, before: 100, isNew: false, worst: 0.5),
        Self.entry("failed", failure: "damaged"), Self.entry("tripled", bytes: 300, before: 100),
      ], name: "b")
    #expect(
      index.entries.map(\.output) == ["failed", "new", "tripled", "half", "worse", "same"])
  }

  @Test func namesMeanNothing() {
    let text = ReportIndex(
      [Self.entry("<script>\u{202E}\"'.gif", failure: "<b>\n")], name: "</title><script>"
    ).markup().text
    #expect(!text.contains("<script") && !text.contains("\u{202E}") && !text.contains("<b>"))
    #expect(text.contains("default-src &#39;none&#39;") && !text.contains("script-src"))
    #expect(text.firstMatch(of: /\s(on[a-z]+|style)="/) == nil)
  }
}
