import Raster
import TestSupport
import Testing

@testable import AnimConv

/// Grain is noise of every pixel that the next frame does not have.
@Suite struct FilmGrainTests {
  private static let size = PixelSize(width: 160, height: 120)

  /// A gradient with a hard edge, and noise that is uniform between `-spread` and `spread`.
  private func frame(spread: Int, seed: UInt64, left: Int = 40) -> PixelBuffer {
    var random = SeededGenerator(seed: seed)
    return PixelBuffer.Pool(size: Self.size).buffer { bytes in
      for place in 0..<Self.size.area {
        let (x, y) = (place % Self.size.width, place / Self.size.width)
        let noise = spread > 0 ? Int.random(in: -spread...spread, using: &random) : 0
        let value = UInt8(70 + x / 4 + y / 3 + (x > left ? 60 : 0) + noise)
        for channel in 0..<3 { bytes[4 * place + channel] = value }
        bytes[4 * place + 3] = 255
      }
    }
  }

  /// The deviation of a uniform distribution between -n and n is the square root of n (n + 1) / 3.
  @Test(arguments: [(6, 3.74), (9, 5.48), (14, 8.37)])
  func noiseIsMeasured(spread: Int, deviation: Double) {
    let grain = FilmGrain(frame(spread: spread, seed: 1), frame(spread: spread, seed: 2))
    #expect(abs(grain.deviation / deviation - 1) < 0.15)
  }

  @Test func theSameNoiseInBothFramesIsNoGrain() {
    let frame = frame(spread: 9, seed: 1)
    #expect(FilmGrain(frame, frame).deviation == 0)
  }

  @Test func movingEdgesDoNotCount() {
    let grain = FilmGrain(frame(spread: 0, seed: 1), frame(spread: 0, seed: 1, left: 57))
    #expect(grain.deviation < 0.5)
    #expect(grain.amount == 0)
  }

  @Test func muchGrainCountsFully() {
    #expect(FilmGrain(frame(spread: 14, seed: 3), frame(spread: 14, seed: 4)).amount == 1)
  }

  @Test func framesWithoutAWholeSquareHaveNone() {
    let size = PixelSize(width: 15, height: 200)
    let frame = PixelBuffer.Pool(size: size).buffer { _ in }
    #expect(FilmGrain(frame, frame).deviation == 0)
  }
}
