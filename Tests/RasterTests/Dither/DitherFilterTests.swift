import TestSupport
import Testing

@testable import Raster

/// The filter that removes dither.
@Suite struct DitherFilterTests {
  private static let size = PixelSize(width: 160, height: 120)

  private static func dither(in picture: DitheredPicture) throws -> Dither {
    var survey = DitherSurvey()
    survey.look(at: picture.buffer)
    return try #require(survey.finding)
  }

  private func drawn(_ picture: DitheredPicture, _ dither: Dither) -> [UInt32] {
    let target = PixelBuffer.Pool(size: picture.size).take()
    DitherFilter(dither, canvas: picture.size).draw(
      PixelRect(picture.size), from: picture.buffer, to: target)
    return target.allPixels
  }

  @Test(arguments: [4, 6]) func anOrderedGradientComesBack(levels: Int) throws {
    let picture = DitheredPicture(Self.size, dither: DitheredPicture.ordered(levels: levels))
    let result = drawn(picture, try Self.dither(in: picture))
    #expect(picture.error(of: result) < picture.error(of: picture.pixels) / 6)
  }

  @Test(arguments: [6, 7]) func aDiffusedGradientComesBack(levels: Int) throws {
    let picture = DitheredPicture(Self.size, dither: DitheredPicture.diffused(levels: levels))
    let result = drawn(picture, try Self.dither(in: picture))
    #expect(picture.error(of: result) < picture.error(of: picture.pixels) / 5)
  }

  /// A dark square on a dithered background: its own pixels stay unchanged, and none next to it
  /// becomes darker.
  @Test func edgesStay() throws {
    let square = PixelRect(x: 60, y: 40, width: 40, height: 40)
    var original = DitheredPicture.gradient(Self.size).map { $0 * 0.5 + SIMD3(repeating: 110) }
    for y in square.y..<square.maxY {
      for x in square.x..<square.maxX { original[y * Self.size.width + x] = .zero }
    }
    let picture = DitheredPicture(
      Self.size, original: original, dither: DitheredPicture.diffused(levels: 6))
    let result = drawn(picture, try Self.dither(in: picture))
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width {
        let pixel = result[y * Self.size.width + x]
        if square.contains(PixelRect(x: x, y: y, width: 1, height: 1)) {
          #expect(pixel & 0xFFFFFF == 0, "\(x), \(y)")
        } else {
          #expect((0..<3).allSatisfy { pixel >> (8 * $0) & 255 > 100 }, "\(x), \(y)")
        }
      }
    }
  }

  /// The left half is dithered, the right half has drawn lines.
  @Test func whatIsNotDitheredStaysAsItIs() throws {
    var picture = DitheredPicture(Self.size, dither: DitheredPicture.diffused(levels: 6))
    for y in 0..<Self.size.height {
      for x in 80..<Self.size.width {
        picture.pixels[y * Self.size.width + x] = (x - y) % 24 == 0 ? 0xFF00_0000 : 0xFFFF_FFFF
      }
    }
    let dither = try Self.dither(in: picture)
    let result = drawn(picture, dither)
    #expect(result != picture.pixels)
    for y in 0..<Self.size.height {
      for x in 80..<Self.size.width {
        let place = y * Self.size.width + x
        #expect(result[place] == picture.pixels[place], "\(x), \(y)")
      }
    }
  }

  @Test func transparencyStaysAndColoursNothing() throws {
    var picture = DitheredPicture(Self.size, dither: DitheredPicture.diffused(levels: 6))
    let dither = try Self.dither(in: picture)
    let whole = drawn(picture, dither)
    for place in picture.pixels.indices where place % Self.size.width / 20 % 2 == 1 {
      picture.pixels[place] = 0
    }
    let result = drawn(picture, dither)
    for (place, pixel) in result.enumerated() {
      if picture.pixels[place] == 0 {
        #expect(pixel == 0)
      } else {
        #expect(pixel >> 24 == 255)
        // Black pixels next to it would have darkened it.
        for shift in [0, 8, 16] {
          let (one, other) = (Int(pixel >> shift & 255), Int(whole[place] >> shift & 255))
          #expect(abs(one - other) <= 60, "\(place)")
        }
      }
    }
  }

  /// On a picture with several parts of ``WorkArea``, with rectangles at any position.
  @Test(arguments: [true, false])
  func partsAreDrawnAsTheyAreInTheWhole(isOrdered: Bool) throws {
    let size = PixelSize(width: 530, height: 270)
    let picture = DitheredPicture(
      size,
      dither: isOrdered
        ? DitheredPicture.ordered(levels: 6) : DitheredPicture.diffused(levels: 6))
    let dither = try Self.dither(in: picture)
    let whole = drawn(picture, dither)
    let filter = DitherFilter(dither, canvas: size)
    let (source, target) = (picture.buffer, PixelBuffer.Pool(size: size).take())
    var random = SeededGenerator(seed: 11)
    for _ in 0..<3 {
      let (x, y) = (
        Int.random(in: 0..<530, using: &random), Int.random(in: 0..<270, using: &random)
      )
      let rect = PixelRect(
        x: x, y: y, width: Int.random(in: 1...530 - x, using: &random),
        height: Int.random(in: 1...min(60, 270 - y), using: &random))
      target.copy([UInt32](repeating: 7, count: size.area))
      filter.draw(rect, from: source, to: target)
      var expected = [UInt32](repeating: 7, count: size.area)
      for y in rect.y..<rect.maxY {
        let row = y * size.width + rect.x..<y * size.width + rect.maxX
        expected.replaceSubrange(row, with: whole[row])
      }
      let result = target.allPixels
      let wrong = result.indices.first { result[$0] != expected[$0] }
      #expect(wrong == nil, "\(rect)")
    }
  }

  /// Frames that change only in part; some of them are kept for later.
  @Test(arguments: [true, false])
  func framesAreDrawnAsIfEachWereTheFirst(isOrdered: Bool) throws {
    let dither =
      isOrdered ? DitheredPicture.ordered(levels: 6) : DitheredPicture.diffused(levels: 6)
    let found = try Self.dither(in: DitheredPicture(Self.size, dither: dither))
    // A change reaches up to 32 pixels further, so that a part of each frame stays.
    let size = PixelSize(width: 160, height: 120)
    var picture = DitheredPicture(size, dither: dither)
    let other = DitheredPicture(
      size, original: DitheredPicture.gradient(size).reversed(), dither: dither)
    let unditherer = Unditherer(found, size: size)
    var random = SeededGenerator(seed: 13)
    var kept: [CanvasFrame] = []
    for index in 0..<9 {
      var changed = PixelRect(size)
      if index > 0 {
        let (x, y) = (
          Int.random(in: 0..<150, using: &random), Int.random(in: 0..<110, using: &random)
        )
        changed = index == 5 ? .empty : PixelRect(x: x, y: y, width: min(30, 160 - x), height: 10)
        for y in changed.y..<changed.maxY {
          for x in changed.x..<changed.maxX {
            picture.pixels[y * size.width + x] = other.pixels[y * size.width + x]
          }
        }
      }
      let frame = unditherer.draw(
        CanvasFrame(index: index, pixels: picture.buffer, changed: changed))
      #expect(frame.pixels.allPixels == drawn(picture, found), "\(index)")
      if let before = kept.last, before.index == index - 1 {
        let pairs = zip(before.pixels.allPixels, frame.pixels.allPixels).enumerated()
        for (place, pair) in pairs where pair.0 != pair.1 {
          let pixel = PixelRect(
            x: place % size.width, y: place / size.width, width: 1, height: 1)
          #expect(frame.changed.contains(pixel), "\(index), \(place)")
        }
      }
      if index == 5 { #expect(frame.pixels === kept.last?.pixels) }
      if index != 2 { kept.append(frame) }
      if index == 7 { kept.removeFirst(3) }
    }
  }
}
