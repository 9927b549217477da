import SystemPackage
import Testing

@testable import AnimBatch
@testable import AnimConv

@Suite struct BatchPageTests {
  /// Test runners truncate or refuse long arguments.
  @Test func aPageStaysBelowItsLimit() throws {
    var page = BatchPage()
    var summary = BatchSummary()
    var settings = ConversionSettings()
    try settings.set("container", to: "mp4")
    let long = String(repeating: "a|<&", count: 500)
    // File names have at most 255 bytes; path checks in debug builds take time proportional to the
    // square of their length.
    let name = String(repeating: "a|<&", count: 60)
    for index in 0..<200 {
      let unit = try BatchUnit(
        BatchOutput(settings), of: FilePath("\(index)\(name).gif"), folder: "d",
        target: FilePath("\(index)\(name).mp4"), recordFile: ".r", settingsDigest: "")
      let record = BatchRecord(
        unit,
        failure: ConversionError(
          stage: .reading, kind: .inputOutput, file: long, reason: "\(long)", remedy: "\(long)"),
        milliseconds: 10, cost: nil)
      page.count(record)
      summary.count(record)
    }
    let text = page.text(summary, name: long)
    #expect(text.utf8.count < 60_000)
    #expect(text.contains("\nand 150 more\n"))
  }

  @Test func textMeansNothingInXML() {
    #expect(
      JUnitReport.escaped("a<\"&>\n\u{1}\u{FFFE}é") == "a&lt;&quot;&amp;&gt;&#10;\u{FFFD}\u{FFFD}é")
  }
}
