import AnimTiming
import Testing

@testable import Raster
@testable import Reading
@testable import Writing

@Suite struct TimeLabelTests {
  @Test(arguments: [
    (0, "0:00.000"), (2_480, "0:02.480"), (62_480, "1:02.480"), (3_600_000, "1:00:00.000"),
    (86_399_999, "23:59:59.999"),
  ])
  func timesReadAsClocksDo(milliseconds: Int64, text: String) {
    #expect(TimeLabel.text(milliseconds, .milliseconds) == text)
    #expect(TimeLabel.text(milliseconds * 3, Timebase(1, 3000)) == text)
  }

  @Test func aLabelIsDigitsOnBlackInTheLowerLeftCorner() throws {
    let size = PixelSize(width: 31, height: 12)
    let picture = DrawnFrames.buffer(PixelBufferPool(size: size)) { _, _ in (9, 99, 199, 255) }
    let label = try #require(TimeLabel(.milliseconds, on: size, end: 5_000))
    let drawn = label.draw(1_740, on: picture)
    let rows = (0..<size.height).map { y in
      (0..<size.width).map { x in
        let at = drawn.base + y * drawn.stride + x * 4
        return at[0] == 9 ? " " : at[0] == 255 ? "#" : "."
      }.joined()
    }
    let nothing = String(repeating: " ", count: 31)
    #expect(
      rows == Array(repeating: nothing, count: 5) + [
        ".............................  ",
        ".###...###..#....###.#.#.###.  ",
        ".#.#.#.#.#.##......#.#.#.#.#.  ",
        ".#.#...#.#..#.....#..###.#.#.  ",
        ".#.#.#.#.#..#.....#....#.#.#.  ",
        ".###...###.###.#..#....#.###.  ",
        ".............................  ",
      ])
    // The picture itself stays.
    #expect(picture.base[(size.height - 2) * picture.stride + 4] == 9)
  }

  @Test func cellsWithoutRoomAreRefused() throws {
    #expect(TimeLabel(.milliseconds, on: PixelSize(width: 28, height: 40), end: 1) == nil)
    #expect(TimeLabel(.milliseconds, on: PixelSize(width: 29, height: 7), end: 1) != nil)
    #expect(TimeLabel(.milliseconds, on: PixelSize(width: 29, height: 6), end: 1) == nil)
  }
}
