import TestSupport
import Testing

@testable import Raster

@Suite struct BilinearTests {
  /// The four nearest pixels, weighted in integers.
  private func slowly(_ old: [UInt32], _ size: PixelSize, _ new: PixelSize) -> [UInt32] {
    func sample(_ index: Int, _ from: Int, _ to: Int) -> (Int, Int, Int) {
      let middle = max(0, min((from - 1) * 256, (2 * index + 1) * from * 128 / to - 128))
      return (middle / 256, min(middle / 256 + 1, from - 1), middle % 256)
    }
    var result: [UInt32] = []
    for y in 0..<new.height {
      let (top, bottom, down) = sample(y, size.height, new.height)
      for x in 0..<new.width {
        let (left, right, across) = sample(x, size.width, new.width)
        let parts = [
          (old[top * size.width + left], (256 - across) * (256 - down)),
          (old[top * size.width + right], across * (256 - down)),
          (old[bottom * size.width + left], (256 - across) * down),
          (old[bottom * size.width + right], across * down),
        ]
        result.append(mixed(parts))
      }
    }
    return result
  }

  private func mixed(_ parts: [(pixel: UInt32, weight: Int)]) -> UInt32 {
    if parts.allSatisfy({ $0.pixel == parts[0].pixel }) { return parts[0].pixel }
    var sums = [0, 0, 0]
    var alpha = 0
    for (pixel, weight) in parts {
      let share = Int(pixel >> 24) * weight
      alpha += share
      for channel in 0..<3 { sums[channel] += Int(pixel >> (8 * UInt32(channel)) & 255) * share }
    }
    let shown = (alpha + 32768) >> 16
    if shown == 0 { return 0 }
    return (0..<3).reduce(UInt32(shown) << 24) { pixel, channel in
      pixel | UInt32((sums[channel] + alpha / 2) / alpha) << (8 * UInt32(channel))
    }
  }

  /// Few colours, so that neighbours are often equal.
  private static let palette: [UInt32] = [
    0, 0x01FF_0080, 0x7F40_A0C0, 0x8000_FF01, 0xFFFF_FFFF, 0xFF10_2030,
  ]

  @Test func everyPixelIsWeighedFromItsFourNeighbours() {
    var random = SeededGenerator(seed: 11)
    for round in 0..<80 {
      let size = PixelSize(
        width: Int.random(in: 1...19, using: &random),
        height: Int.random(in: 1...19, using: &random))
      let new = PixelSize(
        width: size.width + Int.random(in: 0...200, using: &random),
        height: size.height + Int.random(in: 0...30, using: &random))
      let old = (0..<size.area).map { _ in
        round % 2 == 0
          ? Self.palette.randomElement(using: &random)!
          : UInt32.random(in: 0x0100_0000...UInt32.max, using: &random)
      }
      let picture = PixelBuffer.Pool(size: size).buffer { bytes in
        old.withUnsafeBytes { bytes.copyMemory(from: $0) }
      }
      let result = PixelBuffer.Pool(size: new).take()
      Resampler(bilinearFrom: size, to: new)
        .draw(PixelRect(new), from: PixelPlane(picture), to: PixelPlane(result))
      let pixels = result.withBytes { Array($0.bindMemory(to: UInt32.self)) }
      #expect(pixels == slowly(old, size, new), "\(size) to \(new)")
    }
  }
}
