import AnimTiming
import Raster
import Stages
import Testing

@testable import Writing

/// One quality for all encoders.
@Suite struct QualityScaleTests {
  static let recipes = EncoderRecipe.all.filter { $0.quality != nil }

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
    let timeline = try Timeline(durations: [1, 1], timebase: Timebase(1, 25))
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
