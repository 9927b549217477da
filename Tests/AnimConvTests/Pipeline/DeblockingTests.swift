import FrameTestSupport
import Libav
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Writing

/// x264 smooths the edges of blocks less where the quality is good.
@Suite struct DeblockingTests {
  private let size = PixelSize(width: 32, height: 32)

  private func parameters(
    _ pictures: [[UInt32]]? = nil, _ change: (inout Conversion) -> Void = { _ in }
  ) throws -> String {
    var conversion = Conversion(input: .path("a.gif"), output: AnimationOutput("a.mp4"))
    change(&conversion)
    let pictures =
      pictures ?? FewColors.pictures(3, size, colors: [0xFF00_00FF, 0xFFFF_0000])
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

  private func picture(_ luma: (_ x: Int, _ y: Int) -> Int) -> [UInt32] {
    (0..<size.area).map { place in
      0xFF00_0000 | UInt32(luma(place % size.width, place / size.width)) * 0x1_0101
    }
  }

  @Test func gradientsWithoutEdgesAreSmoothedAsUsual() throws {
    let blank = picture { _, _ in 40 }
    let gradient = picture { x, y in 3 * x + 2 * y }
    let square = picture { x, y in 3 * x + 2 * y + (x > 8 && y > 8 ? 20 : 0) }
    func isSmoothed(_ pictures: [[UInt32]]) throws -> Bool {
      try !parameters(pictures).contains("deblock=-3,-3")
    }
    #expect(try isSmoothed([gradient, gradient]))
    #expect(try isSmoothed([blank, gradient, gradient]))
    #expect(try !isSmoothed([gradient, square, square]))
    #expect(try !isSmoothed([blank, blank]))
  }
}
