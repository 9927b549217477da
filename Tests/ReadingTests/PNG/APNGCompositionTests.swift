import AnimTiming
import FrameTestSupport
import TestSupport
import Testing

@testable import Raster
@testable import Reading
@testable import Stages

/// Composition, compared with a slow version that follows the specification literally.
@Suite struct APNGCompositionTests {
  @Test(arguments: 0..<60)
  func framesAreThoseOfTheSlowVersion(seed: Int) throws {
    let drawn = PNGBuilder.random(seed: UInt64(seed))
    let source = try openSource(.bytes(drawn.bytes, name: "random"))
    #expect(source.info.kind == .apng)
    #expect(source.info.warnings.isEmpty)
    #expect(source.info.plays == (seed % 4 == 0 ? .forever : .plays(seed % 4)))
    #expect(
      source.info.frames.map(\.delay) == drawn.pictures.indices.map { .fraction(UInt16($0), 100) })
    #expect(try source.allPixels() == drawn.pictures)
    #expect(source.warnings.isEmpty)
    #expect(try source.detectAlpha() == drawn.pictures.joined().contains { $0 >> 24 < 255 })
  }

  @Test(arguments: 0..<20)
  func aFrameIsTheSameWhicheverWayItIsReached(seed: Int) throws {
    let drawn = PNGBuilder.random(seed: UInt64(seed), frames: 40)
    let source = try openSource(.bytes(drawn.bytes, name: "random"))
    var random = SeededGenerator(seed: UInt64(seed))
    var held: [CanvasFrame] = []
    for _ in 0..<60 {
      let index = Int.random(in: 0..<40, using: &random)
      try source.seek(to: index)
      for next in index..<min(index + 3, 40) {
        let frame = try #require(try source.next())
        #expect(frame.index == next)
        #expect(frame.pixels.rgbaWords == drawn.pictures[next])
        if next == index { #expect(frame.changed == PixelRect(source.info.size)) }
        held = held.suffix(2) + [frame]
      }
    }
  }

  @Test(arguments: 0..<40)
  func nothingChangesOutsideTheChangedRectangle(seed: Int) throws {
    let drawn = PNGBuilder.random(seed: UInt64(seed), frames: 20)
    let source = try openSource(.bytes(drawn.bytes, name: "random"))
    var before: [UInt32]?
    while let frame = try source.next() {
      let now = frame.pixels.rgbaWords
      if let before {
        let isUnchangedOutside = now.indices.allSatisfy { at in
          now[at] == before[at]
            || frame.changed.contains(
              PixelRect(x: at % drawn.width, y: at / drawn.width, width: 1, height: 1))
        }
        #expect(isUnchangedOutside, "frame \(frame.index)")
      }
      before = now
    }
  }

  @Test func picturesInUseDoNotGrowWithTheNumberOfFrames() throws {
    let drawn = PNGBuilder.random(seed: 7, frames: 200)
    let source = ComposedSource(
      try PNGPainter(ByteSource(bytes: drawn.bytes), options: ReadingOptions()))
    while try source.next() != nil {}
    #expect(source.peakLive <= 2)
  }

  @Test func disposingToPreviousAfterTheFirstFrameClears() throws {
    var png = PNGBuilder(2, 1)
    png.animation(frames: 2)
    png.control(w: 2, h: 1, disposal: 2)
    png.data([0xff00_00ff, 0xff00_00ff])
    png.control(w: 1, h: 1, blend: 1)
    png.frameData([0xff00_ff00])
    png.end()
    let source = try openSource(.bytes(png.bytes, name: "previous"))
    #expect(try source.allPixels() == [[0xff00_00ff, 0xff00_00ff], [0xff00_ff00, 0]])
  }

  @Test func compositingRoundsToNearest() {
    var wrong: [(UInt32, UInt32)] = []
    for front in stride(from: UInt32(0), through: 255, by: 5) {
      for frontAlpha: UInt32 in [1, 2, 3, 100, 127, 128, 200, 253, 254] {
        for back: UInt32 in [0, 1, 77, 128, 254, 255] {
          for backAlpha: UInt32 in [0, 1, 50, 127, 128, 254, 255] {
            let a = frontAlpha << 24 | front << 16 | (255 - front) << 8 | front
            let b = backAlpha << 24 | back << 16 | back << 8 | (255 - back)
            if StraightAlpha.over(a, b) != PNGBuilder.slowOver(a, b) { wrong.append((a, b)) }
          }
        }
      }
    }
    #expect(wrong.isEmpty)
  }
}
