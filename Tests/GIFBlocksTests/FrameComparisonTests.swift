import Raster
import Testing

@testable import GIFBlocks

@Suite struct FrameComparisonTests {
  private func canvas(_ pixels: [Int: UInt32]) -> [UInt32] {
    var canvas = [UInt32](repeating: 0xff00_0000, count: 20)
    for (at, color) in pixels { canvas[at] = color }
    return canvas
  }

  @Test func theRectangleHoldsEveryChangeAndNoMore() {
    let comparison = FrameComparison(
      canvas([:]), canvas([6: 0xff00_0001, 13: 0xff00_0002]), width: 5)
    #expect(comparison.rect == PixelRect(x: 1, y: 1, width: 3, height: 2))
    #expect(comparison.changedCount == 2)
    #expect(!comparison.uncovers)
  }

  @Test func equalCanvasesHaveNone() {
    #expect(FrameComparison(canvas([:]), canvas([:]), width: 5).rect == nil)
  }

  @Test func paintingDoesNotUncover() {
    #expect(FrameComparison(canvas([:]), canvas([3: 0]), width: 5).uncovers)
    #expect(!FrameComparison(canvas([3: 0]), canvas([:]), width: 5).uncovers)
  }

  @Test func onlyPixelsThatBecomeTransparentVanish() {
    let one = canvas([2: 0, 9: 0xff11_1111])
    let two = canvas([2: 0xff22_2222, 7: 0, 13: 0])
    #expect(
      FrameComparison.vanishing(one, two, width: 5) == PixelRect(x: 2, y: 1, width: 2, height: 2))
    #expect(FrameComparison.vanishing(one, one, width: 5) == nil)
  }
}
