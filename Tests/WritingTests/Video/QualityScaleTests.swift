import AnimTiming
import Raster
import Stages
import Testing

@testable import Writing

/// One quality for all encoders.
@Suite struct QualityScaleTests {
  static let recipes = EncoderRecipe.all.filter { $0.quality != nil }

  @Test(arguments: recipes.map(\.name))
  func aHigherQualityIsNeverAWorseFactor(encoder: String) throws {
    let scale = try #require(EncoderRecipe.named(encoder).quality)
    for passes in 1...2 {
      let factors = (1...100).map { quality in
        let factor = scale.factor(quality: quality, passes: passes)
        #expect(scale.tenths(passes).contains(factor.tenths))
        return 10 * factor.whole + factor.tenths
      }
      #expect(factors == factors.sorted(by: >))
      #expect(
        factors.allSatisfy { 10 * scale.range.lowerBound...10 * scale.range.upperBound ~= $0 })
      // Many steps that differ.
      #expect(Set(factors).count > 35)
    }
  }

  @Test func aVideoTakesTheFactorOfItsQuality() throws {
    let encoding = try Self.resolved(.h264, in: .mp4) { $0.quality = 75 }
    #expect(encoding.crfText == "20" && encoding.quality == 75)
    #expect(try Self.resolved(.h264, in: .mp4) { $0.quality = 90 }.crfText == "12")
    #expect(try Self.resolved(.h264, in: .mp4) { $0.quality = 80 }.crfText == "17.5")
    // Tenths that its encoder lacks are rounded: 21.8.
    #expect(try Self.resolved(.vp9, in: .webm) { $0.quality = 80 }.crfText == "22")
  }

  private static let contradictions: [(String, @Sendable (inout VideoOptions) -> Void)] = [
    ("a quality is given twice", { $0.crf = 20 }),
    ("a quality is given twice", { $0.bitrate = 90_000 }),
    ("lossless encoding takes no crf, quality or bitrate", { $0.isLossless = true }),
    ("expected a quality of 1 to 100, but got 0", { $0.quality = 0 }),
    ("ProRes 4444 has no quality to choose", { $0.codec = .prores }),
  ]

  @Test(arguments: contradictions)
  func contradictionsAreRefused(
    text: String, change: @Sendable (inout VideoOptions) -> Void
  ) throws {
    let error = #expect(throws: WritingError.self) {
      _ = try Self.resolved(.h264, in: .mov) { options in
        options.quality = 80
        change(&options)
      }
    }
    #expect("\(try #require(error))".contains(text))
  }

  private static func resolved(
    _ codec: VideoCodec, in container: VideoContainer, _ change: (inout VideoOptions) -> Void
  ) throws -> VideoEncoding {
    var options = VideoOptions()
    options.codec = codec
    change(&options)
    let timeline = try AnimationTimeline(durations: [40, 40], timebase: .milliseconds)
    return try VideoEncoding.resolve(
      container: container, options: options, size: PixelSize(width: 64, height: 64),
      keepsAlpha: false, timing: VideoTiming(timeline: timeline))
  }

  @Test func betweenItsPointsTheFactorChangesEvenly() {
    let scale = QualityScale([1: 50, 75: 20, 100: 10])
    #expect(scale.tenths(quality: 1) == 500)
    #expect(scale.tenths(quality: 38) == 350)
    #expect(scale.tenths(quality: 75) == 200)
    #expect(scale.tenths(quality: 80) == 180)
    #expect(scale.tenths(quality: 100) == 100)
  }
}
