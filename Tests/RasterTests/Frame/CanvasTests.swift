import Testing

@testable import Raster

/// The canvas alone; ``GIFPainterTests`` tests it with GIFs.
struct CanvasTests {
  private let size = PixelSize(width: 5, height: 4)

  /// Draws one colour over a rectangle.
  private func fill(
    _ canvas: inout Canvas, _ index: Int, _ color: UInt32, _ rect: PixelRect,
    _ disposal: CanvasFrame.Disposal = .keep
  ) -> CanvasFrame {
    let patch = Patch(rect: rect, disposal: disposal, writesEveryPixel: true)
    return canvas.draw(index, patch) { picture, stride in
      for y in rect.y..<rect.maxY {
        for x in rect.x..<rect.maxX { picture[y * stride + x] = color }
      }
    }
  }

  private func words(_ frame: CanvasFrame) -> [UInt32] {
    frame.pixels.withBytes { Array($0.bindMemory(to: UInt32.self)) }
  }

  @Test func unusedPicturesAreDrawnOnInPlace() {
    var canvas = Canvas(size: size)
    for index in 0..<20 {
      _ = fill(&canvas, index, UInt32(index), PixelRect(x: index % 5, y: 0, width: 1, height: 1))
    }
    #expect(canvas.peakLive == 1)
  }

  @Test func heldPicturesDoNotChange() {
    var canvas = Canvas(size: size)
    let first = fill(&canvas, 0, 1, PixelRect(size))
    let second = fill(&canvas, 1, 2, PixelRect(x: 1, y: 1, width: 2, height: 2), .restorePrevious)
    let third = fill(&canvas, 2, 3, PixelRect(x: 0, y: 0, width: 1, height: 1), .clear)
    let fourth = fill(&canvas, 3, 4, PixelRect(x: 4, y: 3, width: 1, height: 1))
    #expect(words(first).allSatisfy { $0 == 1 })
    #expect(words(second).filter { $0 == 2 }.count == 4)
    #expect(words(third)[0] == 3)
    #expect(words(third).filter { $0 == 1 }.count == 19)
    #expect(words(fourth)[0] == 0)
    #expect(words(fourth)[19] == 4)
    #expect(words(fourth).filter { $0 == 1 }.count == 18)
    #expect(canvas.peakLive == 4)
    #expect(fourth.changed == PixelRect(size))
    #expect(third.changed == PixelRect(x: 0, y: 0, width: 3, height: 3))
  }

  @Test func aFailedPatchLeavesABlankCanvas() {
    struct Failure: Error {}
    var canvas = Canvas(size: size)
    _ = fill(&canvas, 0, 1, PixelRect(size))
    let patch = Patch(rect: PixelRect(size), disposal: .keep, writesEveryPixel: false)
    #expect(throws: Failure.self) {
      try canvas.draw(1, patch) { picture, _ in
        picture[3] = 9
        throw Failure()
      }
    }
    let next = fill(&canvas, 2, 5, PixelRect(x: 0, y: 0, width: 1, height: 1))
    #expect(words(next) == [5] + Array(repeating: 0, count: 19))
    #expect(next.changed == PixelRect(size))
  }

  @Test func historyKnowsOnlyWhatItSaw() {
    var history = ChangeHistory()
    let rects = (0..<40).map { PixelRect(x: $0, y: 0, width: 1, height: 1) }
    #expect(history.changes(since: 0) == nil)
    for index in 5..<40 { history.append(index, rects[index]) }
    #expect(history.changes(since: nil) == nil)
    #expect(history.changes(since: 39) == .empty)
    #expect(history.changes(since: 38) == rects[39])
    #expect(history.changes(since: 35) == PixelRect(x: 36, y: 0, width: 4, height: 1))
    #expect(history.changes(since: 3) == nil)
    #expect(history.changes(since: 40) == nil)
    history.append(7, rects[7])
    #expect(history.changes(since: 6) == nil)
    #expect(history.changes(since: 7) == .empty)
  }
}
