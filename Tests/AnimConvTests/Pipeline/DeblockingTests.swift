import FrameTestSupport
import Libav
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Writing

/// x264 smooths the edges of blocks less where the quality is good.
@Suite struct DeblockingTests {
  private func parameters(_ change: (inout Conversion) -> Void = { _ in }) throws -> String {
    let size = PixelSize(width: 32, height: 32)
    var conversion = Conversion(input: .path("a.gif"), output: AnimationOutput("a.mp4"))
    change(&conversion)
    let pictures = FewColors.pictures(3, size, colors: [0xFF00_00FF, 0xFFFF_0000])
    let plan = try Planner(conversion: conversion) { _, _ in }
      .plan(ArraySource(pictures, size: size))
    let encoding = try #require(plan.outputs[0].encoding)
    return encoding.recipe.options(encoding).first { $0.name == "x264-params" }?.value ?? ""
  }

  @Test func goodQualitiesAreSmoothedLess() throws {
    #expect(try parameters().contains("deblock=-3,-3"))
    #expect(try parameters { $0.video.crf = 24.9 }.contains("deblock=-3,-3"))
    #expect(try !parameters { $0.video.crf = 25 }.contains("deblock"))
    #expect(try !parameters { $0.video.bitrate = 100_000 }.contains("deblock"))
    #expect(try !parameters { $0.video.isLossless = true }.contains("deblock"))
  }
}
