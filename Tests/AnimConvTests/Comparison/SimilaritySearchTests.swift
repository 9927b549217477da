import AnimConv
import TestSupport
import Testing

/// A search finds the lowest sufficient quality: it tried the next lower one, which was not enough.
@Suite struct SimilaritySearchTests {
  private static let gif = SourceTree.root.appending("Tests/Fixtures/orbit.gif")

  @Test(arguments: [("a.mp4", 0.99, "crf"), ("a.webm", 0.995, "crf"), ("a.webp", 0.98, "quality")])
  func theSmallestThatSufficesIsFound(name: String, ssim: Double, unit: String) async throws {
    try await TemporaryFolder.with { folder in
      let output = folder.appending(name)
      var tries: [SimilaritySearch.Try] = []
      let found = try await SimilaritySearch(
        Conversion(input: .path(Self.gif), output: .file(output)), ssim: ssim
      ).run { tries.append($0) }
      #expect((1...6).contains(tries.count))
      #expect(tries.map(\.number) == Array(1...tries.count))
      #expect(tries.allSatisfy { $0.suffices == ($0.ssim >= ssim) && $0.quality.hasPrefix(unit) })
      #expect(found.output == .file(output))
      // Nothing is written by a search.
      #expect(folder.names.isEmpty)

      let report = try await Converter(found).run()
      let comparison = try await Comparison(of: .path(output), made: found, plan: report.plan)
      #expect(comparison.ssim >= ssim)
      let quality: Int = try #require(found.video.crf ?? found.image.quality)
      let chosen = try #require(tries.last { $0.suffices })
      #expect(chosen.quality == "\(unit) \(quality)")
      #expect(chosen.byteCount == report.outputs[0].byteCount)
      #expect(abs(chosen.ssim - comparison.ssim) < 1e-9)
      #expect(tries.filter(\.suffices).map(\.byteCount).min() == chosen.byteCount)
    }
  }

  @Test func whatNoQualityReachesIsAConstraint() async throws {
    let search = SimilaritySearch(
      Conversion(input: .path(Self.gif), output: "/nowhere/a.mp4"), ssim: 1)
    await #expect {
      try await search.run()
    } throws: { error in
      (error as? ConversionError)?.kind == .constraint
        && "\(error)".contains("no quality has an SSIM of at least 1.0")
    }
  }

  @Test(arguments: ["a.apng", "a.mov", "a.png"])
  func outputsWithoutAQualityAreRefused(name: String) async throws {
    let search = SimilaritySearch(
      Conversion(input: .path(Self.gif), output: AnimationOutput("/nowhere/\(name)")), ssim: 0.9)
    await #expect {
      try await search.run()
    } throws: { error in
      (error as? ConversionError)?.kind == .usage
    }
  }
}
