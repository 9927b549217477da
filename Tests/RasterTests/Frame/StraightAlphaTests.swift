import TestSupport
import Testing

@testable import Raster

/// Rows of straight alpha, against one pixel after another.
struct StraightAlphaTests {
  /// Pixels in runs of up to twelve of the same alpha, mostly opaque or transparent.
  private func row(_ count: Int, seed: UInt64) -> [UInt32] {
    var random = SeededGenerator(seed: seed)
    var row: [UInt32] = []
    while row.count < count {
      let alpha = [0, 0, 255, 255, 1, 128, 254][Int.random(in: 0..<7, using: &random)] as UInt32
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        row.append(alpha << 24 | UInt32.random(in: 0...0xFF_FFFF, using: &random))
      }
    }
    return Array(row[..<count])
  }

  @Test func transparentPixelsLoseTheirColour() {
    for count in 0..<70 {
      let before = row(count, seed: UInt64(count))
      var after = before
      after.withUnsafeMutableBufferPointer {
        if let base = $0.baseAddress { StraightAlpha.normalise(base, count) }
      }
      #expect(after == before.map { $0 >> 24 == 0 ? 0 : $0 })
    }
  }

  @Test func aRowIsCompositedLikeItsPixels() {
    for count in 0..<70 {
      let (front, back) = (row(count, seed: UInt64(count)), row(count, seed: 1000 + UInt64(count)))
      var shown = back
      shown.withUnsafeMutableBufferPointer { shown in
        guard let base = shown.baseAddress else { return }
        front.withUnsafeBufferPointer { StraightAlpha.overlay(base, $0.baseAddress!, count) }
      }
      let expected = zip(front, back).map { front, back in
        switch front >> 24 {
        case 0: back
        case 255: front
        default: StraightAlpha.over(front, back)
        }
      }
      #expect(shown == expected)
    }
  }
}
