import Testing

@testable import Raster

@Suite struct ChangeHistoryTests {
  private func column(_ x: Int, width: Int = 1) -> PixelRect {
    PixelRect(x: x, y: 0, width: width, height: 1)
  }

  @Test func changesAreTheUnionOfWhatCameSince() {
    var history = ChangeHistory()
    for index in 0..<100 { history.append(index, column(index)) }
    #expect(history.changes(since: nil) == nil)
    #expect(history.changes(since: 99) == .empty)
    #expect(history.changes(since: 97) == column(98, width: 2))
    #expect(history.changes(since: 83) == column(84, width: 16))
    #expect(history.changes(since: 82) == nil)
    #expect(history.changes(since: 100) == nil)
  }

  @Test func aGapForgetsWhatCameBefore() {
    var history = ChangeHistory()
    history.append(0, column(0))
    history.append(1, column(1))
    history.append(5, column(5))
    #expect(history.changes(since: 1) == nil)
    #expect(history.changes(since: 5) == .empty)
    history.append(6, column(6))
    #expect(history.changes(since: 5) == column(6))
  }
}
