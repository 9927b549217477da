import TestSupport
import Testing

@testable import Raster

@Suite struct ReducedPictureTests {
  /// Every old pixel is divided into `new` times `new` parts, and the parts are counted.
  private func slowly(_ old: [[UInt8]], _ size: PixelSize, _ new: PixelSize) -> [UInt8] {
    var result: [UInt8] = []
    for y in 0..<new.height {
      for x in 0..<new.width {
        var sums = [0, 0, 0, 0]
        for partY in (y * size.height)..<((y + 1) * size.height) {
          for partX in (x * size.width)..<((x + 1) * size.width) {
            let pixel = old[partY / new.height * size.width + partX / new.width]
            let alpha = Int(pixel[3])
            for channel in 0..<3 { sums[channel] += Int(pixel[channel]) * alpha }
            sums[3] += alpha
          }
        }
        let alpha = (Double(sums[3]) / Double(size.area)).rounded(.toNearestOrAwayFromZero)
        for channel in 0..<3 {
          let mean = Double(sums[channel]) / Double(max(1, sums[3]))
          result.append(alpha == 0 ? 0 : UInt8(mean.rounded(.toNearestOrAwayFromZero)))
        }
        result.append(UInt8(alpha))
      }
    }
    return result
  }

  @Test func everyPixelIsTheMeanOfWhatItCovers() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<60 {
      let size = PixelSize(
        width: Int.random(in: 1...23, using: &random),
        height: Int.random(in: 1...23, using: &random))
      let pixels = (0..<size.area).map { _ -> [UInt8] in
        let alpha = [0, 255, UInt8.random(in: 0...255, using: &random)].randomElement(
          using: &random)!
        return (0..<3).map { _ in alpha == 0 ? 0 : UInt8.random(in: 0...255, using: &random) }
          + [alpha]
      }
      let picture = PixelBuffer.Pool(size: size).buffer {
        $0.copyBytes(from: pixels.flatMap { $0 })
      }
      let bounds = PixelSize(
        width: Int.random(in: 1...20, using: &random),
        height: Int.random(in: 1...20, using: &random))
      guard let new = size.reduced(toFit: bounds) else {
        #expect(size.width <= bounds.width && size.height <= bounds.height)
        #expect(picture.reduced(toFit: bounds) === picture)
        continue
      }
      #expect(new.width <= bounds.width && new.height <= bounds.height)
      #expect(new.width == bounds.width || new.height == bounds.height)
      let result = picture.reduced(toFit: bounds).withBytes { Array($0) }
      #expect(result == slowly(pixels, size, new))
    }
  }

  @Test(arguments: [
    (600, 338, 100, 100, 100, 56), (338, 600, 100, 100, 56, 100), (1000, 1, 10, 10, 10, 1),
    (64, 64, 32, 16, 16, 16),
  ])
  func theShapeStays(w: Int, h: Int, boundW: Int, boundH: Int, newW: Int, newH: Int) {
    let reduced = PixelSize(width: w, height: h)
      .reduced(toFit: PixelSize(width: boundW, height: boundH))
    #expect(reduced == PixelSize(width: newW, height: newH))
  }
}
