import TestSupport
import Testing

@testable import AnimConv
@testable import Raster

@Suite struct PictureScalerTests {
  static let sizes = [
    PixelSize(width: 1, height: 1), PixelSize(width: 2, height: 3), PixelSize(width: 5, height: 4),
    PixelSize(width: 7, height: 1), PixelSize(width: 13, height: 9),
    PixelSize(width: 24, height: 17), PixelSize(width: 1, height: 31),
  ]

  @Test(arguments: ScaleFilter.allCases)
  func everyPairOfSizesIsWithinOneOfTheSlowVersion(filter: ScaleFilter) throws {
    var numbers = SeededGenerator(seed: 1)
    for old in Self.sizes {
      for new in Self.sizes {
        for alpha in TestPicture.Alpha.allCases {
          let picture = TestPicture(size: old, alpha: alpha, using: &numbers)
          let result = try scaled(picture, to: new, filter)
          let expected = slowlyScaled(picture, to: new, filter)
          for (index, pixel) in expected.enumerated() {
            let got = result[index % new.width, index / new.width].map(Double.init)
            // Colours are weighted by alpha.
            let errors =
              (0..<3).map { abs(got[$0] - pixel[$0]) * pixel[3] / 255 }
              + [abs(got[3] - pixel[3])]
            #expect(errors.max()! <= 1, "\(old) to \(new), \(alpha), pixel \(index): \(got)")
          }
        }
      }
    }
  }

  @Test func areaIsExactCoverage() throws {
    var numbers = SeededGenerator(seed: 2)
    for old in Self.sizes {
      for new in Self.sizes {
        for alpha in TestPicture.Alpha.allCases {
          let picture = TestPicture(size: old, alpha: alpha, using: &numbers)
          #expect(
            try scaled(picture, to: new, .area) == slowlyAveraged(picture, to: new),
            "\(old) to \(new), \(alpha)")
        }
      }
    }
  }

  @Test func wholeBlocksAreAveragedAsByTheGeneralWay() throws {
    var numbers = SeededGenerator(seed: 3)
    for width in 1...6 {
      for height in [1, 2, 3, 16] {
        for alpha in TestPicture.Alpha.allCases {
          let new = PixelSize(width: 9, height: 5)
          let old = PixelSize(width: new.width * width, height: new.height * height)
          let picture = TestPicture(size: old, alpha: alpha, using: &numbers)
          let box = try #require(BoxScaler(from: old, to: new))
          let general = Resampler(.area, from: old, to: new, visible: PixelRect(new))
          #expect(
            drawn(picture, to: new, by: box) == drawn(picture, to: new, by: general),
            "blocks of \(width)x\(height), \(alpha)")
        }
      }
    }
  }

  @Test func blocksThatAreNotWholeOrTooLargeAreLeftToTheGeneralWay() {
    let new = PixelSize(width: 2, height: 2)
    #expect(BoxScaler(from: PixelSize(width: 5, height: 4), to: new) == nil)
    #expect(BoxScaler(from: PixelSize(width: 32, height: 32), to: new) != nil)
    #expect(BoxScaler(from: PixelSize(width: 34, height: 32), to: new) == nil)
  }

  @Test(arguments: ScaleFilter.allCases)
  func flatColorsStayFlat(filter: ScaleFilter) throws {
    let sizes = [(7, 5), (20, 20), (33, 3), (200, 150), (1, 90)]
    let colors: [[UInt8]] = [
      [255, 255, 255, 255], [1, 2, 3, 255], [254, 127, 0, 128], [77, 200, 13, 1], [0, 0, 0, 0],
    ]
    for (width, height) in sizes {
      for color in colors {
        let picture = TestPicture(size: PixelSize(width: 20, height: 15), filledWith: color)
        let new = PixelSize(width: width, height: height)
        #expect(
          try scaled(picture, to: new, filter) == TestPicture(size: new, filledWith: color))
      }
    }
  }

  /// Each picture has one colour, so any other colour came from transparent pixels.
  @Test(arguments: ScaleFilter.allCases)
  func transparentPixelsDoNotBleed(filter: ScaleFilter) throws {
    var numbers = SeededGenerator(seed: 4)
    let color: [UInt8] = [200, 100, 50]
    for new in [PixelSize(width: 9, height: 7), PixelSize(width: 40, height: 41)] {
      var picture = TestPicture(size: PixelSize(width: 21, height: 19))
      for index in 0..<picture.size.area where Bool.random(using: &numbers) {
        let alpha = UInt8.random(in: 1...255, using: &numbers)
        picture[index % 21, index / 21] = color + [alpha]
      }
      let result = try scaled(picture, to: new, filter)
      for index in 0..<new.area {
        let pixel = result[index % new.width, index / new.width]
        #expect(pixel == [0, 0, 0, 0] || pixel.dropLast() == color[...], "pixel \(index)")
      }
    }
  }

  @Test func strongReductionStaysExactWithoutMuchMemory() throws {
    var numbers = SeededGenerator(seed: 5)
    let picture = TestPicture(
      size: PixelSize(width: 701, height: 300), alpha: .any, using: &numbers)
    for filter in [ScaleFilter.bicubic, .lanczos] {
      let new = PixelSize(width: 2, height: 1)
      let result = try scaled(picture, to: new, filter)
      let expected = slowlyScaled(picture, to: new, filter).joined()
      for (got, wanted) in zip(result.bytes, expected) { #expect(abs(Double(got) - wanted) <= 1) }
    }
  }

  private func scaled(
    _ picture: TestPicture, to size: PixelSize, _ filter: ScaleFilter
  ) throws -> TestPicture {
    try shaped(picture, Conversion.Shaping(scale: .size(size), filter: filter, fit: .exact))
  }

  private func drawn(
    _ picture: TestPicture, to size: PixelSize, by scaler: any PictureScaler
  ) -> TestPicture {
    let source = picture.buffer()
    let target = PixelBuffer.Pool(size: size).take()
    scaler.draw(PixelRect(size), from: PixelPlane(source), to: PixelPlane(target))
    return TestPicture(target)
  }
}
