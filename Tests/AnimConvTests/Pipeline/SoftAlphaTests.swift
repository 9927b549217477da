import AnimPlay
import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Writing

/// VP9's alpha is coded with loss if the loss is invisible.
@Suite struct SoftAlphaTests {
  private static let size = PixelSize(width: 160, height: 128)

  /// A coloured disc with a wide shadow, or with a hard edge.
  private static func discs(_ count: Int, isSoft: Bool) -> [[UInt32]] {
    (0..<count).map { frame in
      (0..<size.area).map { place in
        let (x, y) = (Double(place % size.width), Double(place / size.width))
        let (dx, dy) = (x - 60 - 5 * Double(frame), y - 64)
        let distance = (dx * dx + dy * dy).squareRoot()
        let share = isSoft ? min(1, max(0, (58 - distance) / 24)) : distance < 48 ? 1.0 : 0
        let alpha = UInt32((255 * share).rounded())
        guard alpha > 0 else { return 0 }
        let color = UInt32(40 + place % size.width) | UInt32(60 + place / size.width) << 8
        return alpha << 24 | 0x50_0000 | color
      }
    }
  }

  private func encoding(
    isSoft: Bool, _ change: (inout Conversion) -> Void = { _ in }
  ) throws -> VideoEncoding {
    var conversion = Conversion(input: .path("a.gif"), output: AnimationOutput("a.webm"))
    change(&conversion)
    let plan = try Planner(conversion: conversion) { _, _ in }
      .plan(ArraySource(Self.discs(4, isSoft: isSoft), size: Self.size))
    return try #require(plan.outputs[0].encoding)
  }

  @Test func softAlphaIsLossyAndHardAlphaExact() throws {
    #expect(try encoding(isSoft: true).alphaCRF == 13)
    #expect(try encoding(isSoft: false).alphaCRF == nil)
    for isSoft in [false, true] {
      #expect(try encoding(isSoft: isSoft) { $0.image.alphaQuality = 100 }.alphaCRF == nil)
      #expect(try encoding(isSoft: isSoft) { $0.image.alphaQuality = 50 }.alphaCRF == 32)
      #expect(try !encoding(isSoft: isSoft) { $0.shaping.alpha = .matte }.hasAlpha)
    }
  }

  @Test(arguments: [VideoCodec.av1, .vp8])
  func otherCodecsHaveNoQualityOfAlpha(codec: VideoCodec) {
    #expect {
      _ = try encoding(isSoft: true) {
        $0.video.codec = codec
        $0.image.alphaQuality = 80
      }
    } throws: {
      ($0 as? ConversionError)?.kind == .usage
    }
  }

  /// Judged on white and on black.
  @Test func theLossIsInvisibleAndSavesBytes() async throws {
    try await TemporaryFolder.with { folder in
      let input = folder.appending("in.apng")
      try folder.write(
        try ArraySource(Self.discs(6, isSoft: true), size: Self.size).written(as: "in.apng") { _ in
        },
        to: "in.apng")
      func made(_ quality: Int?) async throws -> (score: Double, bytes: Int64) {
        let output = folder.appending("\(quality ?? 0).webm")
        var conversion = Conversion(input: .path(input), output: .file(output))
        conversion.image.alphaQuality = quality
        let report = try await Converter(conversion).run()
        let comparison = try await OutputComparison(
          of: .path(output), made: conversion, plan: report.plan)
        return (comparison.ssimulacra2!.p10, report.outputs[0].byteCount)
      }
      let (exact, usual) = (try await made(100), try await made(nil))
      #expect(usual.score > exact.score - 0.5, "\(usual) after \(exact)")
      #expect(Double(usual.bytes) < 0.9 * Double(exact.bytes), "\(usual) after \(exact)")
    }
  }
}
