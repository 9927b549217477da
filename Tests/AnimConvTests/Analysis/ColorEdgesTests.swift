import TestSupport
import Testing

@testable import AnimConv
@testable import Raster

@Suite struct ColorEdgesTests {
  private func buffer(_ size: PixelSize, _ pixel: (Int, Int) -> UInt32) -> PixelBuffer {
    PixelBuffer.Pool(size: size).buffer { bytes in
      let words = bytes.bindMemory(to: UInt32.self)
      for place in 0..<size.area {
        words[place] = pixel(place % size.width, place / size.width).littleEndian
      }
    }
  }

  /// A small patch of stripes in a large picture is found, and the window lies in the picture.
  @Test(arguments: [(0, 0), (700, 300), (930, 500)])
  func theWindowIsWhereTheEdgesAre(x: Int, y: Int) {
    let size = PixelSize(width: 1000, height: 563)
    let edges = ColorEdges(
      buffer(size) { column, row in
        guard x..<x + 64 ~= column, y..<y + 60 ~= row else { return 0xFFC0_C0C0 }
        return column % 2 == 0 ? 0xFF00_00FF : 0xFF00_FF00
      })
    let patch = PixelRect(x: x, y: y, width: min(64, size.width - x), height: 60)
    #expect(edges.window.contains(patch))
    #expect(PixelRect(size).contains(edges.window))
    #expect(edges.share > 0.01)
  }

  @Test func edgesWithoutColorDoNotCount() {
    let size = PixelSize(width: 65, height: 33)
    let edges = ColorEdges(buffer(size) { x, _ in x % 2 == 0 ? 0xFF00_0000 : 0xFFFF_FFFF })
    #expect(edges.share == 0)
    #expect(edges.window == PixelRect(size))
  }

  /// Blocks are counted from the top left: edges between blocks cost nothing.
  @Test func onlyEdgesInsideBlocksCount() {
    let size = PixelSize(width: 64, height: 64)
    func share(_ offset: Int) -> Double {
      ColorEdges(
        buffer(size) { x, _ in (x + offset) / 2 % 2 == 0 ? 0xFF00_00FF : 0xFF00_FF00 }
      ).share
    }
    #expect(share(0) == 0)
    #expect(share(1) == 1)
  }
}
