import AnimConv
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import AnimReport

/// The page as text: what it must and must not contain.
@Suite struct ReportPageTests {
  private static let orbit = SourceTree.root.appending("Tests/Fixtures/orbit.gif")

  /// A report of the fixture and an output of it, made in a folder.
  private static func report(
    in folder: TemporaryFolder, source: FilePath = orbit, output name: String = "out.apng",
    _ change: (inout Report.Options) -> Void = { _ in }
  ) async throws -> Report {
    let output = folder.appending(name)
    try await Converter(Conversion(input: .path(source), output: .file(output))).run()
    var options = Report.Options()
    change(&options)
    return try await Report(of: source, outputs: [output], options: options)
  }

  /// A phone is 375 pixels wide and a sheet of paper cannot be scrolled.
  @Test func tablesScrollOnScreensAndAreWholeOnPaper() throws {
    let parts = ReportPage.style.components(separatedBy: "@media print")
    let (screen, paper) = (parts[0], try #require(parts.dropFirst().first))
    // Hidden labels are positioned absolutely; otherwise they would widen the page.
    #expect(screen.contains(".table { position: relative; overflow-x: auto"))
    #expect(screen.contains(".table .name { min-width: 130px }"))
    #expect(paper.contains(".table { overflow: visible"))
    #expect(paper.contains(".table .copied { white-space: normal; overflow-wrap: anywhere }"))
  }

  private static func text(_ report: Report) throws -> String {
    String(decoding: try ReportFile(report).bytes(), as: UTF8.self)
  }

  /// The text between two markers, at each place of the first.
  private static func between(_ start: String, _ end: String, in text: String) -> [String] {
    text.components(separatedBy: start).dropFirst().map {
      $0.components(separatedBy: end)[0]
    }
  }

  /// A digest that the page's own code did not compute.
  private static func digest(_ text: String) -> String {
    let digits = Array(Array(text.utf8).withUnsafeBytes { sha256($0) })
    let bytes = stride(from: 0, to: digits.count, by: 2).map {
      UInt8(String(digits[$0...($0 + 1)]), radix: 16)!
    }
    return "sha256-" + Data(bytes).base64EncodedString()
  }

  @Test func onlyThePagesOwnCodeMayRun() async throws {
    try await TemporaryFolder.with { folder in
      let text = try Self.text(await Self.report(in: folder))
      let style = try #require(Self.between("<style>", "</style>", in: text).first)
      let script = try #require(Self.between("<script>", "</script>", in: text).first)
      let policy = try #require(
        Self.between("http-equiv=\"Content-Security-Policy\" content=\"", "\">", in: text).first)
      #expect(
        policy.replacingOccurrences(of: "&#39;", with: "'")
          == "default-src 'none'; style-src '\(Self.digest(style))'; "
          + "script-src '\(Self.digest(script))'; img-src data:; media-src data: blob:; "
          + "base-uri 'none'; form-action 'none'")
      #expect(Self.between("<script", ">", in: text).count == 2)
      #expect(Self.between("<style", ">", in: text).count == 1)
      let markup = text.replacingOccurrences(of: script, with: "")
      #expect(markup.firstMatch(of: /\s(on[a-z]+|style)=/) == nil)
    }
  }

  @Test func nothingIsAskedForFromAnywhere() async throws {
    try await TemporaryFolder.with { folder in
      let text = try Self.text(await Self.report(in: folder))
      #expect(!text.contains("http:") && !text.contains("https:") && !text.contains("//www"))
      for address in Self.between(" src=\"", "\"", in: text) {
        #expect(address.hasPrefix("data:image/"))
      }
      for address in Self.between(" href=\"", "\"", in: text) { #expect(address.hasPrefix("#")) }
    }
  }

  @Test(arguments: [
    "<script>alert(1)<script>.gif", "a\"b'c&d.gif", "new\nline.gif", "\u{202E}fig.exe.gif",
    "שלום.gif", "-->&lt;!--.gif", "]]>.gif", " sp ace .gif",
  ])
  func namesOfFilesMeanNothing(name: String) async throws {
    try await TemporaryFolder.with { folder in
      let source = folder.appending(name)
      try FileManager.default.copyItem(atPath: Self.orbit.string, toPath: source.string)
      let text = try Self.text(
        await Self.report(in: folder, source: source, output: name + ".apng") {
          $0.command = "animconv '\(name)' out"
        })
      let shown = HTML.escaped(name)
      #expect(text.contains("<title>\(shown) → \(shown).apng · animconv</title>"))
      #expect(text.contains("<h1><bdi>\(shown)</bdi>"))
      #expect(Self.between("<script", ">", in: text).count == 2)
      if shown != name { #expect(!text.contains(name)) }
      #expect(!text.contains("\u{202E}"))
    }
  }

  @Test func theScriptKnowsTheFiguresOfTheComparison() async throws {
    try await TemporaryFolder.with { folder in
      let report = try await Self.report(in: folder, output: "out.mp4")
      let text = try Self.text(report)
      let json = try #require(
        Self.between("id=\"data\">", "</script>", in: text).first)
      let data = try #require(
        try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
      let outputs = try #require(data["outputs"] as? [[String: Any]])
      #expect(outputs[0]["type"] as? String == "video/mp4")
      #expect(outputs[0]["width"] as? Int == 100 && outputs[0]["shownWidth"] as? Int == 99)
      let rows = try #require(outputs[0]["frames"] as? [[Any]])
      let frames = report.outputs[0].comparison.frames
      #expect(rows.count == frames.count)
      for (row, frame) in zip(rows, frames) {
        let ssim = try #require(row[3] as? Double)
        #expect(abs(ssim - frame.ssim) < 1e-6)
        #expect(row[2] as? Int == frame.sourceIndex)
        #expect(row[5] as? Int == frame.byteCount.map(Int.init))
      }
      let source = try #require(data["source"] as? [String: Any])
      #expect((source["frames"] as? [[Any]])?.count == 24)
    }
  }

  /// Base64 takes a third more; the rest is code, charts and rows.
  @Test func thePageIsLittleLargerThanItsMedia() async throws {
    try await TemporaryFolder.with { folder in
      let report = try await Self.report(in: folder)
      let media = [report.source.media, report.outputs[0].media].reduce(0) {
        $0 + ($1?.bytes.count ?? 0)
      }
      let count = try ReportFile(report).bytes().count
      #expect(count > media && Double(count) <= Double(media) * 1.37 + 120_000)
    }
  }

  @Test func aPageWithoutMediaHasFiguresAndCharts() async throws {
    try await TemporaryFolder.with { folder in
      let text = try Self.text(await Self.report(in: folder) { $0.showsMedia = false })
      #expect(!text.contains("data:image") && !text.contains("<canvas"))
      #expect(!text.contains("class=\"viewer\"") && !text.contains("<button data-"))
      #expect(Self.between("<svg class=\"plot\"", ">", in: text).count == 3)
    }
  }

  @Test func aSourceAloneHasItsTimelineAndFrames() async throws {
    let report = try await Report(of: Self.orbit, outputs: [], options: Report.Options())
    let text = try Self.text(report)
    #expect(Self.between("<svg class=\"plot\"", ">", in: text).count == 2)
    #expect(!text.contains("Onion skin") && text.contains("Changed area"))
    #expect(text.contains("Show all 24 frames"))
    #expect(text.contains("<title>orbit.gif · animconv</title>"))
  }

  @Test func aLargerOutputIsAWarning() async throws {
    try await TemporaryFolder.with { folder in
      let small = try Self.text(await Self.report(in: folder, output: "a.webm"))
      #expect(!small.contains("tile alert") && small.contains("× smaller"))
      var conversion = Conversion(
        input: .path(Self.orbit), output: .file(folder.appending("big.mp4")))
      conversion.shaping.scale = .pixelFactor(4)
      conversion.video.crf = 1
      try await Converter(conversion).run()
      let report = try await Report(
        of: Self.orbit, outputs: [folder.appending("big.mp4")], options: Report.Options())
      #expect(try Self.text(report).contains("<div class=\"tile alert\"><dt>Output</dt>"))
    }
  }

  @Test func whatBrowsersDoNotShowHasAStandIn() async throws {
    try await TemporaryFolder.with { folder in
      let frames = folder.appending("frames")
      var conversion = Conversion(input: .path(Self.orbit), output: .file(frames))
      conversion.kind = .frameFolder
      try await Converter(conversion).run()
      let report = try await Report(of: frames, outputs: [], options: Report.Options())
      let media = try #require(report.source.media)
      #expect(media.isStandIn && media.type == "image/png")
      let shown = try await AnimatedImage(AnimationInput(bytes: media.bytes, name: "stand-in"))
      #expect(shown.count == report.source.timeline.count)
      #expect(try Self.text(report).contains("(shown by a copy that browsers play)"))
    }
  }

  @Test func theTableBeginsWithTheWorst() async throws {
    try await TemporaryFolder.with { folder in
      let report = try await Self.report(in: folder, output: "out.mp4")
      let rows = Self.between("<tr data-row=\"", "\"", in: try Self.text(report)).map { Int($0)! }
      let frames = report.outputs[0].comparison.frames
      let order = frames.indices.sorted { (frames[$0].ssim, $0) < (frames[$1].ssim, $1) }
      #expect(rows == Array(order.prefix(20)))
    }
  }
}
