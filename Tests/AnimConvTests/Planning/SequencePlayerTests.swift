import FrameTestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Stages

@Suite struct SequencePlayerTests {
  static let orders: [[Int]] = [
    Array(0..<20),
    Array((0..<20).reversed()),
    Array(0..<20) + Array((1..<19).reversed()),
    stride(from: 0, to: 20, by: 3).map { $0 },
    [0, 0, 1, 1, 1, 5, 5, 4, 4, 0, 19, 18, 2],
    [7], [19, 0, 19],
  ]

  /// Copying only the changed rectangle of each frame onto the previous frame must give the frame:
  /// the rectangle is complete.
  @Test(arguments: orders, [1, 3, 8, 1000])
  func framesAreRightAndTheChangedRectangleLeavesNothingOut(
    order: [Int], framesPerBlock: Int
  ) throws {
    let source = SyntheticSource(centiseconds: Array(repeating: 5, count: 20))
    let size = source.info.size
    var player = SequencePlayer(source, blockBytes: framesPerBlock * size.area * 4)
    var replayed = [UInt32](repeating: 0, count: size.area)
    for (position, index) in order.enumerated() {
      let frame = try player.frame(at: index)
      let expected = SyntheticSource.pixels(of: index, in: size)
      #expect(frame.index == index)
      #expect(frame.pixels.rgbaWords == expected)
      if position == 0 { #expect(frame.changed == PixelRect(size)) }
      let words = frame.pixels.rgbaWords
      for y in frame.changed.y..<frame.changed.maxY {
        for x in frame.changed.x..<frame.changed.maxX {
          replayed[y * size.width + x] = words[y * size.width + x]
        }
      }
      #expect(replayed == expected, "position \(position) of \(order)")
    }
  }

  @Test func playingForwardDecodesEachFrameOnceAndKeepsRectanglesSmall() throws {
    let source = SyntheticSource(centiseconds: Array(repeating: 5, count: 40))
    var player = SequencePlayer(source)
    _ = try player.frame(at: 0)
    for index in 1..<40 {
      let frame = try player.frame(at: index)
      #expect(frame.changed == SyntheticSource.patch(of: index, in: source.info.size))
    }
    #expect(source.decodedFrames == 40)
    #expect(source.pool.peakLive <= 2)
  }

  @Test func playingBackwardHoldsNoMoreThanABlock() throws {
    let source = SyntheticSource(centiseconds: Array(repeating: 5, count: 100))
    var player = SequencePlayer(source, blockBytes: 10 * source.info.size.area * 4)
    for index in (0..<100).reversed() { _ = try player.frame(at: index) }
    #expect(source.pool.peakLive <= 12)
    #expect(source.decodedFrames == 100)
  }

  @Test func aSourceThatEndsEarlyIsAnErrorThatNamesTheFrame() throws {
    let source = SyntheticSource(centiseconds: [5, 5])
    var player = SequencePlayer(source)
    #expect(throws: ReadingError.self) { try player.frame(at: 2) }
  }
}
