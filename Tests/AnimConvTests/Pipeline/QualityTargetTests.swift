import AnimPlay
import SystemPackage
import TestSupport
import Testing
import Threads

@testable import AnimConv
@testable import Writing

/// The output of a search is the smallest of those tried that are good enough.
@Suite struct QualityTargetTests {
  private static let orbit = SourceTree.root.appending("Tests/Fixtures/orbit.gif")

  private func conversion(
    _ output: AnimationOutput, _ target: Conversion.QualityTarget,
    of input: AnimationInput = .path(orbit)
  ) -> Conversion {
    var conversion = Conversion(input: input, output: output)
    conversion.qualityTarget = target
    return conversion
  }

  @Test(
    arguments: [
      ("a.mp4", Conversion.QualityTarget(0.99, .ssim), "crf"),
      ("a.webm", Conversion.QualityTarget(0.995, .ssim), "crf"),
      ("a.mp4", Conversion.QualityTarget(60), "crf"),
      ("a.webp", Conversion.QualityTarget(60), "quality"),
      ("a.avif", Conversion.QualityTarget(75), "quality"),
      ("a.gif", Conversion.QualityTarget(50), "quality"),
    ])
  func theOutputIsGoodEnough(name: String, target: Conversion.QualityTarget, unit: String)
    async throws
  {
    try await TemporaryFolder.with { folder in
      let output = folder.appending(name)
      let asked = conversion(.file(output), target)
      let report = try await Converter(asked).run()
      #expect(folder.names == [name])
      #expect((1...6).contains(report.tries.count))
      #expect(report.tries.map(\.number) == Array(1...report.tries.count))
      for attempt in report.tries {
        let score = try #require(attempt.score)
        #expect(score.measure == target.measure)
        #expect(attempt.fits == (score.least >= target.least))
        #expect(attempt.changes[0].hasPrefix(unit))
      }
      let best = try #require(report.tries.filter(\.fits).min { $0.byteCount < $1.byteCount })
      #expect(best.byteCount == report.outputs[0].byteCount)
      let comparison = try await OutputComparison(of: .path(output), made: asked, plan: report.plan)
      let measured = target.measure == .ssim ? comparison.ssim : comparison.ssimulacra2!.p10
      #expect(abs(measured - best.score!.least) < 1e-9)
      #expect(measured >= target.least)
    }
  }

  /// A found quality can be requested, and gives the same bytes.
  @Test func whatWasFoundCanBeSaid() async throws {
    try await TemporaryFolder.with { folder in
      let first = folder.appending("a.mp4")
      let found = try await Converter(conversion(.file(first), Conversion.QualityTarget(60))).run()
      var again = Conversion(input: .path(Self.orbit), output: .file(folder.appending("b.mp4")))
      let encoding = try #require(found.plan.outputs[0].encoding)
      let crf: Double = try #require(Double(encoding.crfText ?? ""))
      again.video.crf = crf
      _ = try await Converter(again).run()
      #expect(try folder.bytes(of: "b.mp4") == folder.bytes(of: "a.mp4"))
    }
  }

  @Test func whatNoQualityReachesIsAConstraint() async throws {
    for target in [Conversion.QualityTarget(1, .ssim), Conversion.QualityTarget(100)] {
      let output = AnimationOutput("/nowhere/a.mp4")
      await #expect {
        try await Converter(conversion(output, target)).run()
      } throws: { error in
        let kind = (error as? ConversionError)?.kind
        return kind == .constraint || kind == .cannotCreate
      }
    }
  }

  /// Chroma that is shared by four pixels rules out a score before anything is encoded.
  @Test func aCeilingIsReportedBeforeTheFirstTry() async throws {
    try await TemporaryFolder.with { folder in
      let tries = GuardedState(0)
      await #expect {
        try await Converter(
          conversion(.file(folder.appending("a.mp4")), Conversion.QualityTarget(99.9))
        ).run(onTry: { _ in tries.withLock { $0 += 1 } })
      } throws: { error in
        (error as? ConversionError)?.kind == .constraint && "\(error)".contains("4:2:0")
      }
      #expect(tries.withLock { $0 } == 0)
      #expect(folder.names.isEmpty)
    }
  }

  /// An APNG with fine noise in every colour over a gradient, which neither 256 colours nor shared
  /// chroma can show.
  private func noise(_ folder: TemporaryFolder, alpha: UInt32 = 0xFF) throws -> AnimationInput {
    var random = SeededGenerator(seed: 1)
    func picture() -> [UInt32] {
      (0..<128 * 96).map { place in
        let base = [place % 128 + 40, place / 128 + 80, 200 - place % 128]
        return base.reduce(alpha) { pixel, value in
          pixel << 8 | UInt32(value + Int.random(in: -8...8, using: &random))
        }
      }
    }
    var png = PNGBuilder(128, 96)
    png.animation(frames: 3)
    png.control(w: 128, h: 96)
    png.data(picture())
    for _ in 0..<2 {
      png.control(w: 128, h: 96)
      png.frameData(picture())
    }
    png.end()
    try folder.write(png.bytes, to: "noise.png")
    return .path(folder.appending("noise.png"))
  }

  /// The best quality of a few frames rules out a score before the first try.
  @Test(arguments: [("a.gif", 0xFF), ("a.webm", 0xB0)])
  func theBestQualityIsReportedBeforeTheFirstTry(name: String, alpha: UInt32) async throws {
    try await TemporaryFolder.with { folder in
      let tries = GuardedState(0)
      await #expect {
        try await Converter(
          conversion(
            .file(folder.appending(name)), Conversion.QualityTarget(98),
            of: noise(folder, alpha: alpha))
        ).run(onTry: { _ in tries.withLock { $0 += 1 } })
      } throws: { error in
        (error as? ConversionError)?.kind == .constraint
          && "\(error)".contains("the best quality has an SSIMULACRA2 of about")
      }
      #expect(tries.withLock { $0 } == 0)
      #expect(folder.names == ["noise.png"])
    }
  }

  /// Where no loss is good enough, a WebP is exact, unless loss was requested.
  @Test func aWebPThatCannotLoseAnythingIsLossless() async throws {
    try await TemporaryFolder.with { folder in
      let input = try noise(folder)
      let report = try await Converter(
        conversion(.file(folder.appending("a.webp")), Conversion.QualityTarget(98), of: input)
      ).run()
      #expect(report.tries.map(\.changes) == [["lossless"]])
      #expect(report.tries.map { $0.score?.least } == [100])

      var lossy = conversion(
        .file(folder.appending("b.webp")), Conversion.QualityTarget(98), of: input)
      lossy.image.webp = .lossy
      await #expect {
        try await Converter(lossy).run()
      } throws: { error in
        (error as? ConversionError)?.kind == .constraint
      }
      #expect(folder.names == ["a.webp", "noise.png"])
    }
  }

  @Test(arguments: ["a.apng", "a.mov", "a.png"])
  func outputsWithoutAQualityAreRefused(name: String) async throws {
    try await TemporaryFolder.with { folder in
      await #expect {
        try await Converter(
          conversion(.file(folder.appending(name)), Conversion.QualityTarget(80))
        ).run()
      } throws: { error in
        (error as? ConversionError)?.kind == .usage
      }
      #expect(folder.names.isEmpty)
    }
  }

  @Test(arguments: [
    ("80", Conversion.QualityTarget(80)), ("62.5", Conversion.QualityTarget(62.5)),
    ("ssimulacra2=90", Conversion.QualityTarget(90)),
    ("ssim=0.98", Conversion.QualityTarget(0.98, .ssim)),
  ])
  func targetsAreRead(text: String, target: Conversion.QualityTarget) {
    #expect(Conversion.QualityTarget(text) == target)
  }

  @Test(arguments: ["", "0", "101", "-5", "ssim=2", "ssim=", "vmaf=90", "nan", "8e1", "80%"])
  func otherTextsAreNot(text: String) {
    #expect(Conversion.QualityTarget(text) == nil)
  }
}
