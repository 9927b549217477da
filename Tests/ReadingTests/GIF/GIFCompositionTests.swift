import FrameTestSupport
import TestSupport
import Testing

/// Each test compares one question with Chromium and Firefox. Both show the same unless noted; the
/// canvas is 6 x 6 and the colours are black, red, green and blue.
struct GIFCompositionTests {
  private typealias Frame = GIFBuilder.Frame

  private func full(_ fill: UInt8, disposal: Int = 0, transparent: UInt8? = nil) -> Frame {
    Frame(w: 6, h: 6, fill: fill, delay: 10, disposal: disposal, transparent: transparent)
  }

  private func small(
    _ fill: UInt8, at x: Int = 2, _ y: Int = 2, disposal: Int = 0, transparent: UInt8? = nil
  ) -> Frame {
    Frame(
      x: x, y: y, w: 2, h: 2, fill: fill, delay: 10, disposal: disposal, transparent: transparent)
  }

  private func gif(
    size: (width: Int, height: Int) = (6, 6), colors: [[UInt8]]? = GIFBuilder.fourColors,
    background: UInt8 = 0, _ frames: [Frame]
  ) -> GIFBuilder {
    var gif = GIFBuilder(size.width, size.height, colors: colors, background: background)
    for frame in frames { gif.frame(frame) }
    gif.end()
    return gif
  }

  private let red = Array(repeating: "rrrrrr", count: 6)
  private let blank = Array(repeating: "......", count: 6)

  @Test(arguments: [0, 1, 5, 6, 7])
  func disposalThatKeeps(_ disposal: Int) throws {
    let shown = try drawings(gif([full(1), small(2, disposal: disposal), small(3, at: 0, 0)]))
    #expect(shown[1] == ["rrrrrr", "rrrrrr", "rrggrr", "rrggrr", "rrrrrr", "rrrrrr"])
    #expect(shown[2] == ["bbrrrr", "bbrrrr", "rrggrr", "rrggrr", "rrrrrr", "rrrrrr"])
  }

  @Test func disposal2ClearsToTransparentWhateverTheBackground() throws {
    for transparent in [nil, UInt8(0)] {
      let shown = try drawings(
        gif(
          background: 3,
          [full(1), small(2, disposal: 2, transparent: transparent), small(3, at: 0, 0)]))
      #expect(shown[2] == ["bbrrrr", "bbrrrr", "rr..rr", "rr..rr", "rrrrrr", "rrrrrr"])
    }
  }

  @Test(arguments: [3, 4])
  func disposalThatRestores(_ disposal: Int) throws {
    let shown = try drawings(gif([full(1), small(2, disposal: disposal), small(3, at: 0, 0)]))
    #expect(shown[2] == ["bbrrrr", "bbrrrr", "rrrrrr", "rrrrrr", "rrrrrr", "rrrrrr"])
  }

  @Test(arguments: [2, 3])
  func firstFrameIsDisposedToTransparent(_ disposal: Int) throws {
    let shown = try drawings(gif(background: 3, [full(1, disposal: disposal), small(2)]))
    #expect(shown == [red, ["......", "......", "..gg..", "..gg..", "......", "......"]])
  }

  @Test func restoringFollowsRestoring() throws {
    let shown = try drawings(
      gif([
        full(1), small(2, disposal: 3), small(3, at: 3, 3, disposal: 3), small(0, at: 0, 0),
      ]))
    #expect(shown[1] == ["rrrrrr", "rrrrrr", "rrggrr", "rrggrr", "rrrrrr", "rrrrrr"])
    #expect(shown[2] == ["rrrrrr", "rrrrrr", "rrrrrr", "rrrbbr", "rrrbbr", "rrrrrr"])
    #expect(shown[3] == ["kkrrrr", "kkrrrr", "rrrrrr", "rrrrrr", "rrrrrr", "rrrrrr"])
  }

  /// What a frame restores is the canvas after the previous frame was cleared: inside the cleared
  /// area, beyond it, and of the whole canvas.
  @Test func restoringFollowsClearing() throws {
    let hole = ["rrrrrr", "rrrrrr", "rr..rr", "rr..rr", "rrrrrr", "rrrrrr"]
    for (x, y) in [(2, 2), (3, 3), (0, 0)] {
      let shown = try drawings(
        gif([
          full(1), small(2, disposal: 2), small(3, at: x, y, disposal: 3),
          small(0, at: 5, 5, transparent: 0),
        ]))
      #expect(shown[3] == hole, "\(x), \(y)")
    }
    let cleared = try drawings(
      gif([full(1, disposal: 2), small(2, disposal: 3), small(3, at: 0, 0)]))
    #expect(cleared[2] == ["bb....", "bb....", "......", "......", "......", "......"])
    // A patch with holes over the cleared area.
    let holes = try drawings(
      gif([
        full(1), small(2, disposal: 2), full(3, disposal: 3, transparent: 3), small(0, at: 0, 0),
      ]))
    #expect(holes[3] == ["kkrrrr", "kkrrrr", "rr..rr", "rr..rr", "rrrrrr", "rrrrrr"])
  }

  @Test func clearingFollowsRestoring() throws {
    let shown = try drawings(
      gif([
        full(1, disposal: 1), small(2, disposal: 3), small(3, at: 3, 3, disposal: 2),
        small(0, at: 0, 0),
      ]))
    #expect(shown[3] == ["kkrrrr", "kkrrrr", "rrrrrr", "rrr..r", "rrr..r", "rrrrrr"])
  }

  @Test(arguments: [nil, UInt8(0)])
  func backgroundIsNeverPainted(_ transparent: UInt8?) throws {
    let shown = try drawings(
      gif(background: 3, [small(1, transparent: transparent), small(2, at: 4, 4)]))
    #expect(shown[0] == ["......", "......", "..rr..", "..rr..", "......", "......"])
    #expect(shown[1] == ["......", "......", "..rr..", "..rr..", "....gg", "....gg"])
  }

  @Test func transparentIndexDrawsNothing() throws {
    var hole = small(0, transparent: 0)
    hole.indices = [0, 1, 1, 0]
    let shown = try drawings(gif([full(0, transparent: 0), full(3), hole]))
    #expect(shown[0] == blank)
    #expect(shown[2] == ["bbbbbb", "bbbbbb", "bbbrbb", "bbrbbb", "bbbbbb", "bbbbbb"])
  }

  @Test func transparentIndexBeyondTheTableHidesNothing() throws {
    #expect(try drawings(gif([full(1, transparent: 200)])) == [red])
  }

  @Test func withoutAnyTableAllIsBlack() throws {
    // Firefox draws white here.
    let shown = try drawings(gif(colors: nil, [full(1), small(2)]))
    #expect(shown == Array(repeating: Array(repeating: "kkkkkk", count: 6), count: 2))
  }

  @Test func localTablesWork() throws {
    var local = full(1)
    local.colors = GIFBuilder.fourColors
    #expect(try drawings(gif(colors: nil, [local])) == [red])
  }

  @Test func indexAboveTheTableIsBlack() throws {
    var frame = full(0)
    frame.indices = Array(repeating: [1, 2, 3, 9, 15, 1], count: 6).flatMap { $0 }
    frame.minCodeSize = 4
    #expect(try drawings(gif([frame])) == [Array(repeating: "rgbkkr", count: 6)])
  }

  @Test func laterFramesAreClipped() throws {
    let shown = try drawings(
      gif([
        full(1), small(2, at: 5, 5), small(2, at: 8, 8), Frame(w: 9, h: 9, fill: 3, delay: 10),
      ]))
    #expect(shown[1] == ["rrrrrr", "rrrrrr", "rrrrrr", "rrrrrr", "rrrrrr", "rrrrrg"])
    #expect(shown[2] == shown[1])
    #expect(shown[3] == Array(repeating: "bbbbbb", count: 6))
  }

  @Test func canvasGrowsToTheFirstFrame() throws {
    let shown = try drawings(gif([Frame(w: 9, h: 8, fill: 1, delay: 10), small(2)]))
    #expect(shown[0] == Array(repeating: "rrrrrrrrr", count: 8))
    #expect(shown[1][2] == "rrggrrrrr")
  }

  @Test func firstFrameIsClippedAtItsOffset() throws {
    // As in Firefox; Chromium enlarges the canvas by the offset.
    let shown = try drawings(gif([small(1, at: 5, 5), full(2)]))
    #expect(shown[0] == ["......", "......", "......", "......", "......", ".....r"])
    #expect(shown[1] == Array(repeating: "gggggg", count: 6))
  }

  @Test func canvasWithoutPixelsBecomesTheFirstFrame() throws {
    #expect(try drawings(gif(size: (0, 0), [full(1)])) == [red])
    #expect(try drawings(gif(size: (0, 6), [full(1)])) == [red])
    // As Firefox; Chromium grows the canvas by the offset.
    #expect(
      try drawings(gif(size: (0, 0), [small(1), full(2)])) == [["rr", "rr"], ["gg", "gg"]])
  }

  @Test func frameWithoutPixelsTakesItsTimeAndDrawsNothing() throws {
    // As Chromium.
    let shown = try drawings(
      gif([full(1), Frame(x: 2, y: 2, w: 0, h: 0, indices: [], delay: 10), small(3)]))
    #expect(shown[1] == red)
    #expect(shown[2] == ["rrrrrr", "rrrrrr", "rrbbrr", "rrbbrr", "rrrrrr", "rrrrrr"])
  }

  @Test(arguments: [(1, 1), (3, 2), (2, 5), (1, 7), (4, 8), (3, 9), (16, 16), (5, 37)])
  func interlacedRowsComeInOrder(_ width: Int, _ height: Int) throws {
    var random = SeededGenerator(seed: UInt64(width * 100 + height))
    var frame = Frame(
      w: width, h: height,
      indices: (0..<(width * height)).map { _ in UInt8.random(in: 0..<4, using: &random) })
    let plain = try drawings(gif(size: (width, height), [frame]))
    frame.isInterlaced = true
    #expect(try drawings(gif(size: (width, height), [frame])) == plain)
  }

  @Test func interlacedFrameIsClipped() throws {
    let indices = (0..<42).map { UInt8(truncatingIfNeeded: ($0 / 6 + $0 % 6) % 4) }
    var frame = Frame(x: 3, y: 4, w: 6, h: 7, indices: indices, delay: 10)
    let plain = try drawings(gif([full(1), frame]))
    frame.isInterlaced = true
    #expect(try drawings(gif([full(1), frame])) == plain)
    #expect(plain[1][4] == "rrrkrg")
  }
}
