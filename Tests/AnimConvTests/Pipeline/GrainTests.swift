import AnimPlay
import FrameTestSupport
import Libav
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Writing

/// Encoders that lose more grain than x264 get a better default.
@Suite struct GrainTests {
  private static let size = PixelSize(width: 96, height: 80)

  /// A gradient with noise in all colours.
  private static func frames(noise: Int) -> [[UInt32]] {
    var random = SeededGenerator(seed: 5)
    return (0..<6).map { _ in
      (0..<size.area).map { place in
        let base = 80 + place % size.width / 2 + place / size.width / 2
        let value = UInt32(base + (noise > 0 ? Int.random(in: -noise...noise, using: &random) : 0))
        return 0xFF00_0000 | value << 16 | value << 8 | value
      }
    }
  }

  private func encoding(
    noise: Int, _ name: String, _ change: (inout Conversion) -> Void = { _ in }
  ) throws -> VideoEncoding {
    var conversion = Conversion(input: .path("a.png"), output: AnimationOutput(name))
    change(&conversion)
    let plan = try Planner(conversion: conversion) { _, _ in }
      .plan(ArraySource(Self.frames(noise: noise), size: Self.size, kind: .apng))
    return try #require(plan.outputs[0].encoding)
  }

  @Test(arguments: [
    ("a.webm", VideoCodec.vp9, "28", "25"), ("a.mp4", .hevc, "22", "20"),
    ("a.mp4", .h264, "20", "20"),
  ])
  func theDefaultKeepsGrain(name: String, codec: VideoCodec, plain: String, grainy: String) throws {
    #expect(try encoding(noise: 0, name) { $0.video.codec = codec }.crfText == plain)
    #expect(try encoding(noise: 2, name) { $0.video.codec = codec }.crfText == plain)
    #expect(try encoding(noise: 14, name) { $0.video.codec = codec }.crfText == grainy)
  }

  @Test func svtAV1DoesNotFilterGrain() throws {
    func options(noise: Int, crf: Double?) throws -> (crf: String?, parameters: String) {
      let encoding = try encoding(noise: noise, "a.mp4") {
        $0.video.codec = .av1
        $0.video.encoder = "libsvtav1"
        $0.video.crf = crf
      }
      let options = encoding.recipe.options(encoding)
      return (encoding.crfText, options.first { $0.name == "svtav1-params" }?.value ?? "")
    }
    let plain = try options(noise: 0, crf: nil)
    #expect(plain.crf == "30" && !plain.parameters.contains("enable-tf"))
    let grainy = try options(noise: 14, crf: nil)
    #expect(grainy.crf == "24" && grainy.parameters.contains("enable-tf=0"))
    let asked = try options(noise: 14, crf: 40)
    #expect(asked.crf == "40" && asked.parameters.contains("enable-tf=0"))
  }

  @Test func whatWasAskedForStays() throws {
    #expect(try encoding(noise: 14, "a.webm") { $0.video.crf = 40 }.crfText == "40")
    let quality = try encoding(noise: 0, "a.webm") { $0.video.quality = 60 }
    #expect(try encoding(noise: 14, "a.webm") { $0.video.quality = 60 }.crf == quality.crf)
    #expect(try encoding(noise: 14, "a.webm") { $0.video.bitrate = 100_000 }.crf == nil)
  }
}
