import TestSupport
import Testing

@testable import AnimConv
@testable import Raster

@Suite struct ShaperTests {
  private let size = PixelSize(width: 11, height: 9)

  @Test func theIdentityHandsOnTheSameBuffer() throws {
    var numbers = SeededGenerator(seed: 1)
    let frame = TestPicture(size: size, alpha: .any, using: &numbers).frame(
      7, changed: PixelRect(x: 1, y: 1, width: 2, height: 2))
    let shaper = Shaper(try ShapingPlan(Conversion.Shaping(), source: size, hasAlpha: true))
    let shaped = try shaper.shape(frame)
    #expect(shaped.color.pixels === frame.pixels)
    #expect(shaped.color.changed == frame.changed)
    #expect(shaped.color.index == 7)
    #expect(shaped.alpha == nil)
  }

  @Test func cropsAreCutOut() throws {
    var numbers = SeededGenerator(seed: 2)
    let picture = TestPicture(size: size, alpha: .any, using: &numbers)
    for _ in 0..<40 {
      let crop = PixelRect.random(in: size, using: &numbers)
      if crop.isEmpty { continue }
      #expect(try shaped(picture, Conversion.Shaping(crop: crop)) == picture.cut(crop))
    }
  }

  @Test func wholeFactorsRepeatEveryPixel() throws {
    var numbers = SeededGenerator(seed: 3)
    let picture = TestPicture(size: size, alpha: .any, using: &numbers)
    for factor in 1...5 {
      let result = try shaped(picture, Conversion.Shaping(scale: .pixelFactor(factor)))
      #expect(result.size == PixelSize(width: 11 * factor, height: 9 * factor))
      for y in 0..<result.size.height {
        for x in 0..<result.size.width {
          #expect(result[x, y] == picture[x / factor, y / factor])
        }
      }
    }
  }

  /// A sheet of twice the size has twice the padding, too.
  @Test(arguments: [Conversion.Shaping.Alpha.stacked, .sideBySide])
  func halvesOfALargerPictureAreAsManyTimesAsLarge(alpha: Conversion.Shaping.Alpha) throws {
    var numbers = SeededGenerator(seed: 7)
    let picture = TestPicture(size: size, alpha: .any, using: &numbers)
    let once = try ShapingPlan(Conversion.Shaping(alpha: alpha), source: size, hasAlpha: true)
    for scale in 2...3 {
      let plan = try ShapingPlan(
        Conversion.Shaping(scale: .pixelFactor(scale), alpha: alpha), source: size, hasAlpha: true,
        scale: scale)
      #expect(plan.output == once.output.scaled(by: scale))
      let result = TestPicture(try Shaper(plan).shape(picture.frame()).color.pixels)
      for half in 0..<2 {
        let (dx, dy) =
          alpha == .stacked ? (0, half * plan.half.height) : (half * plan.half.width, 0)
        for y in 0..<plan.half.height {
          for x in 0..<plan.half.width {
            let inside = (min(x, plan.picture.width - 1), min(y, plan.picture.height - 1))
            #expect(result[dx + x, dy + y] == result[dx + inside.0, dy + inside.1])
          }
        }
      }
    }
  }

  @Test func containPadsWithTransparencyOrTheMatte() throws {
    var numbers = SeededGenerator(seed: 4)
    let picture = TestPicture(size: size, alpha: .opaque, using: &numbers)
    let target = PixelSize(width: 33, height: 30)
    let inside = PixelRect(x: 0, y: 1, width: 33, height: 27)
    let scaled = try shaped(picture, Conversion.Shaping(scale: .pixelFactor(3)))
    for (mode, padding) in [
      (Conversion.Shaping.Alpha.keep, [0, 0, 0, 0]), (.matte, [0, 128, 128, 255]),
    ] {
      let result = try shaped(
        picture,
        Conversion.Shaping(
          scale: .size(target), matte: RGBColor(red: 0, green: 128, blue: 128), alpha: mode),
        hasAlpha: false)
      #expect(result.cut(inside) == scaled)
      for y in [0, 28, 29] {
        for x in 0..<33 { #expect(result[x, y].map(Int.init) == padding) }
      }
    }
  }

  @Test(arguments: ScaleFilter.allCases)
  func coverShowsTheMiddle(filter: ScaleFilter) throws {
    var numbers = SeededGenerator(seed: 5)
    let picture = TestPicture(size: size, alpha: .any, using: &numbers)
    let target = PixelSize(width: 20, height: 30)
    let covering = try shaped(
      picture, Conversion.Shaping(scale: .size(target), filter: filter, fit: .cover))
    let whole = try shaped(
      picture,
      Conversion.Shaping(
        scale: .size(PixelSize(width: 37, height: 30)), filter: filter, fit: .exact))
    #expect(covering == whole.cut(PixelRect(x: 8, y: 0, width: 20, height: 30)))
  }

  @Test func matteIsExactForEveryColorAlphaAndMatte() throws {
    // A row for each alpha, a column for each colour; odd widths reach the ends of loops.
    var picture = TestPicture(size: PixelSize(width: 255, height: 256))
    for alpha in 0..<256 {
      for color in 0..<255 where alpha > 0 {
        picture[color, alpha] = [UInt8(color), UInt8(255 - color), 255, UInt8(alpha)]
      }
    }
    for matte in stride(from: 0, through: 255, by: 51) {
      let color = RGBColor(red: UInt8(matte), green: UInt8(255 - matte), blue: 7)
      let result = try shaped(picture, Conversion.Shaping(matte: color, alpha: .matte))
      let under = [matte, 255 - matte, 7]
      var expected = picture
      for y in 0..<256 {
        for x in 0..<255 {
          let pixel = picture[x, y].map(Int.init)
          let flat = (0..<3).map { (pixel[$0] * y + under[$0] * (255 - y) + 127) / 255 }
          expected[x, y] = (flat + [255]).map(UInt8.init)
        }
      }
      #expect(result == expected)
    }
  }

  @Test func matteMeetsEveryMixOfOpaqueAndClear() throws {
    let matte: [UInt8] = [1, 2, 3, 255]
    for pattern in 0..<1 << 9 {
      var picture = TestPicture(size: PixelSize(width: 9, height: 1))
      var expected = picture
      for x in 0..<9 {
        let isOpaque = pattern >> x & 1 == 1
        let color: [UInt8] = [UInt8(20 * x), 9, 8, 255]
        picture[x, 0] = isOpaque ? color : [0, 0, 0, 0]
        expected[x, 0] = isOpaque ? color : matte
      }
      let options = Conversion.Shaping(matte: RGBColor(red: 1, green: 2, blue: 3), alpha: .matte)
      #expect(try shaped(picture, options) == expected)
    }
  }

  @Test func layoutsShowColorAndAlphaSideBySide() throws {
    var numbers = SeededGenerator(seed: 6)
    let picture = TestPicture(size: size, alpha: .any, using: &numbers)
    let stacked = try shaped(picture, Conversion.Shaping(alpha: .stacked))
    let beside = try shaped(picture, Conversion.Shaping(alpha: .sideBySide))
    let pairPlan = try ShapingPlan(
      Conversion.Shaping(alpha: .pair), source: size, hasAlpha: true)
    let pair = try Shaper(pairPlan).shape(picture.frame())
    let color = TestPicture(pair.color.pixels)
    let alpha = TestPicture(try #require(pair.alpha).pixels)
    for y in 0..<10 {
      for x in 0..<12 {
        let pixel = picture[min(x, 10), min(y, 8)]
        let straight = Array(pixel[..<3]) + [255]
        let gray = [pixel[3], pixel[3], pixel[3], 255]
        if x < 11 {
          #expect(stacked[x, y] == straight)
          #expect(stacked[x, y + 10] == gray)
        }
        if y < 9 {
          #expect(beside[x, y] == straight)
          #expect(beside[x + 12, y] == gray)
        }
        if x < 11 && y < 9 {
          #expect(color[x, y] == straight)
          #expect(alpha[x, y] == gray)
        }
      }
    }
  }

  @Test func aFrameOfAnotherSizeIsRefused() throws {
    let shaper = Shaper(try ShapingPlan(Conversion.Shaping(), source: size, hasAlpha: true))
    let wrong = TestPicture(size: PixelSize(width: 3, height: 3)).frame(5)
    #expect(
      throws: ShapingError.frameSize(
        frame: 5, expected: size, actual: PixelSize(width: 3, height: 3))
    ) { try shaper.shape(wrong) }
  }
}
