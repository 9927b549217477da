import AnimConv
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import AnimReport

@Suite struct SweepSettingTests {
  @Test(
    arguments: [
      ("18", [18]), ("18,23,28", [18, 23, 28]), ("18..32/2", [18, 20, 22, 24, 26, 28, 30, 32]),
      ("1..4", [1, 2, 3, 4]), ("18..21/2,20,7", [18, 20, 7]), ("5..5", [5]), ("3,3", [3]),
      ("", nil), (",", nil), ("18..", nil), ("..4", nil), ("4..1", nil), ("1..9/0", nil),
      ("1/2", nil), ("1...4", nil), ("1.4", nil), ("-1", nil), ("a", nil), ("1..9/2/3", nil),
      ("0..99999999999", nil), ("1..99999999", nil),
    ] as [(String, [Int]?)])
  func numbersAreListedAndCounted(text: String, numbers: [Int]?) {
    #expect(SweepSetting.numbers(text) == numbers)
  }

  @Test func everyCombinationIsThereOnce() throws {
    let settings = try SweepSetting.combinations(
      [.h264, .vp9], crfs: [18, 30], scales: ["1", "50%"])
    #expect(
      settings.map(\.title) == [
        "H.264 crf 18, 1", "H.264 crf 18, 50%", "H.264 crf 30, 1", "H.264 crf 30, 50%",
        "VP9 crf 18, 1", "VP9 crf 18, 50%", "VP9 crf 30, 1", "VP9 crf 30, 50%",
      ])
    #expect(Set(settings.map(\.suffix)).count == 8)
    #expect(try SweepSetting.combinations([.av1], crfs: [1], scales: []).map(\.scale) == [nil])
  }

  @Test func whatACodecDoesNotHaveIsRefused() {
    #expect(throws: SweepError.outOfRange(codec: "H.264", crf: 52, allowed: 0...51)) {
      try SweepSetting.combinations([.vp9, .h264], crfs: [51, 52], scales: [])
    }
    #expect(throws: SweepError.noQuality(codec: VideoCodec.prores.title)) {
      try SweepSetting.combinations([.prores], crfs: [1], scales: [])
    }
    #expect(throws: SweepError.tooMany(count: 501, allowed: 500)) {
      try SweepSetting.combinations([.vp9], crfs: Array(0...500), scales: [])
    }
  }
}

@Suite struct SweepFrontierTests {
  @Test func theSmallestAndTheMostSimilarAreOnIt() {
    let outputs: [(byteCount: Int64, ssim: Double)] = [
      (100, 0.9), (200, 0.95), (150, 0.96), (300, 0.96), (90, 0.5), (400, 0.99),
    ]
    #expect(SweepFrontier.of(outputs) == [4, 0, 2, 5])
    #expect(SweepFrontier.of([]) == [])
  }

  /// Compared with the definition, which examines every pair.
  @Test func nothingOnItIsBeaten() {
    var generator = SeededGenerator(seed: 11)
    for count in 1...60 {
      let outputs = (0..<count).map { _ in
        (
          byteCount: Int64.random(in: 1...20, using: &generator),
          ssim: Double(Int.random(in: 0...20, using: &generator)) / 20
        )
      }
      let expected = outputs.indices.filter { index in
        !outputs.indices.contains { other in
          let (one, two) = (outputs[other], outputs[index])
          let isAtLeast = one.byteCount <= two.byteCount && one.ssim >= two.ssim
          let isEqual = one == two
          return other != index && isAtLeast && (!isEqual || other < index)
        }
      }
      #expect(SweepFrontier.of(outputs).sorted() == expected, "\(outputs)")
    }
  }
}

/// A sweep of the fixture, and its page.
@Suite struct SweepTests {
  private static let orbit = SourceTree.root.appending("Tests/Fixtures/orbit.gif")

  private static func sweep(
    of path: FilePath = orbit, _ change: (inout Sweep.Options) -> Void = { _ in }
  ) async throws -> Sweep {
    var options = Sweep.Options { "make \($0.title)" }
    change(&options)
    return try await Sweep(
      of: path,
      SweepSetting.combinations([.h264, .vp9], crfs: [20, 45], scales: []), options: options)
  }

  @Test func figuresAreThoseOfTheConversionsThemselves() async throws {
    try await TemporaryFolder.with { folder in
      let sweep = try await Self.sweep()
      #expect(sweep.points.map(\.setting.title).count == 4 && sweep.failures.isEmpty)
      for point in sweep.points {
        let output = folder.appending("out\(point.setting.suffix).\(point.setting.container)")
        var conversion = Conversion(input: .path(Self.orbit), output: .file(output))
        conversion.video.codec = point.setting.codec
        conversion.video.crf = Double(point.setting.crf)
        let report = try await Converter(conversion).run()
        #expect(report.outputs[0].byteCount == point.byteCount)
        let comparison = try await OutputComparison(
          of: .path(output), made: conversion, plan: report.plan)
        #expect(comparison.ssim == point.comparison.ssim)
      }
      // Lower quality reduces both figures, otherwise the fixture proves nothing.
      #expect(sweep.points[0].byteCount > sweep.points[1].byteCount)
      #expect(sweep.points[0].comparison.ssim > sweep.points[1].comparison.ssim)
    }
  }

  @Test func theSuggestionIsTheSmallestThatSuffices() async throws {
    let sweep = try await Self.sweep()
    let similarities = sweep.points.map(\.comparison.ssim).sorted()
    for asked in similarities + [0.5, 1] {
      let enough = sweep.points.indices.filter { sweep.points[$0].comparison.ssim >= asked }
      let smallest = enough.map { sweep.points[$0].byteCount }.min()
      let suggested = Sweep(
        source: sweep.source, points: sweep.points, failures: [], ssim: asked, command: nil
      ).suggestion
      #expect(suggested.map { sweep.points[$0].byteCount } == smallest)
    }
  }

  @Test func everyPointIsDrawnAndListedWithItsCommand() async throws {
    let sweep = try await Self.sweep { $0.ssim = 0.9 }
    let text = String(decoding: try ReportFile(sweep).bytes(), as: UTF8.self)
    for (index, point) in sweep.points.enumerated() {
      #expect(text.contains("data-dot=\"\(index)\""))
      #expect(text.contains("<tr id=\"point-\(index)\">"))
      #expect(text.contains(">\(point.command)</code>"))
    }
    #expect(text.components(separatedBy: "<title>").count == 2 + sweep.points.count)
    #expect(text.components(separatedBy: "class=\"suggested\"").count == 2)
    #expect(text.components(separatedBy: "data:video/").count == 1 + sweep.points.count)
    #expect(!text.contains("http:") && !text.contains("https:"))
    #expect(text.firstMatch(of: /\s(on[a-z]+|style)="/) == nil)
  }

  @Test func theFrontierRunsFromTheSmallestToTheEdge() async throws {
    let sweep = try await Self.sweep()
    let path = SweepChart(sweep: sweep).frontierPath
    #expect(path.hasPrefix("M") && path.hasSuffix("H10000"))
    #expect(path.components(separatedBy: "V").count == sweep.frontier.count)
  }

  @Test(arguments: [
    "<script>alert(1)<script>.gif", "a\"b'c&d.gif", "new\nline.gif", "\u{202E}fig.exe.gif",
    "-->&lt;!--.gif", "]]>.gif",
  ])
  func namesOfFilesMeanNothing(name: String) async throws {
    try await TemporaryFolder.with { folder in
      let source = folder.appending(name)
      try FileManager.default.copyItem(atPath: Self.orbit.string, toPath: source.string)
      let sweep = try await Self.sweep(of: source)
      let text = String(decoding: try ReportFile(sweep).bytes(), as: UTF8.self)
      #expect(text.components(separatedBy: "<script").count == 4)
      #expect(text.components(separatedBy: "</script").count == 4)
      #expect(!text.contains("\u{202E}") && !text.contains("-->"))
    }
  }

  @Test func aPageWithoutMediaHasFiguresOnly() async throws {
    let sweep = try await Self.sweep { $0.showsMedia = false }
    let text = String(decoding: try ReportFile(sweep).bytes(), as: UTF8.self)
    #expect(!text.contains("data:video/") && !text.contains("class=\"viewer\""))
    #expect(text.contains("class=\"frontier\"") && text.utf8.count < 200_000)
  }

  @Test func aFolderHasNoInlineCode() async throws {
    let sweep = try await Self.sweep()
    let files = ReportFile(sweep).files()
    #expect(
      files.map(\.name).sorted() == [
        "index.html", "output-0.mp4", "output-0.mp4.js", "output-1.mp4", "output-1.mp4.js",
        "output-2.webm", "output-2.webm.js", "output-3.webm", "output-3.webm.js", "report.css",
        "source.gif", "source.gif.js", "sweep.js",
      ])
    let page = String(decoding: files[0].bytes, as: UTF8.self)
    #expect(page.contains("<script src=\"sweep.js\"></script>") && !page.contains("data:"))
  }

  @Test func whatFailsIsNamedAndTheRestIsShown() async throws {
    var options = Sweep.Options { "make \($0.title)" }
    // VP9 accepts none of H.264's preset names.
    try options.settings.set("encoder-preset", to: "veryslow")
    let sweep = try await Sweep(
      of: Self.orbit, SweepSetting.combinations([.h264, .vp9], crfs: [30], scales: []),
      options: options)
    #expect(sweep.points.map(\.setting.codec) == [.h264])
    #expect(sweep.failures.map(\.setting.codec) == [.vp9])
    let text = String(decoding: try ReportFile(sweep).bytes(), as: UTF8.self)
    #expect(text.contains("<li>VP9 crf 30: "))
    await #expect(throws: ConversionError.self) {
      try await Sweep(
        of: Self.orbit, SweepSetting.combinations([.vp9], crfs: [30], scales: []),
        options: options)
    }
  }

  @Test func scalesOfOneTwoFive() {
    let scale = ChartScale.steps(of: [137, 880]) { "\(Int($0))" }
    #expect(scale.low == 100 && scale.high == 1000)
    #expect(scale.ticks.map(\.label) == ["100", "200", "500", "1000"])
    let one = ChartScale.steps(of: [100]) { "\(Int($0))" }
    #expect(one.low <= 100 && one.high > one.low)
    #expect(ChartScale.steps(of: [1, 1e9]) { "\($0)" }.ticks.count <= 8)
    #expect(ChartScale.steps(of: []) { "\($0)" }.ticks.count >= 2)
  }
}
