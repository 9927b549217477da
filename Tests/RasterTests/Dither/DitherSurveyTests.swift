import TestSupport
import Testing

@testable import Raster

/// Distinguishes dither from other content.
@Suite struct DitherSurveyTests {
  private static let size = PixelSize(width: 160, height: 120)

  private func finding(_ pictures: [DitheredPicture]) -> Dither? {
    var survey = DitherSurvey()
    for picture in pictures { survey.look(at: picture.buffer) }
    return survey.finding
  }

  private func finding(_ picture: DitheredPicture) -> Dither? { finding([picture]) }

  private func picture(
    _ color: (_ x: Int, _ y: Int) -> SIMD3<Float>, size: PixelSize = Self.size
  ) -> DitheredPicture {
    DitheredPicture(
      size,
      original: (0..<size.area).map { color($0 % size.width, $0 / size.width) }
    ) { $1 }
  }

  @Test func theMatrixOfBayerHasEveryThresholdOnceAndNoMean() {
    let thresholds = OrderedMatrix.bayer.thresholds
    #expect(thresholds.sorted() == Array(stride(from: Int8(-63), through: 63, by: 2)))
    #expect(thresholds.reduce(0) { $0 + Int($1) } == 0)
    // The first row in the book: 0 32 8 40 2 34 10 42.
    let row = thresholds.prefix(8).map { (Int($0) + 63) / 2 }
    #expect(row == [0, 32, 8, 40, 2, 34, 10, 42])
    #expect(OrderedMatrix.variants.count == 256)
  }

  @Test(arguments: [(0, 0), (3, 5), (7, 1)], [4, 6])
  func anOrderedDitherIsFoundWhereverItsMatrixBegins(place: (Int, Int), levels: Int) throws {
    let picture = DitheredPicture(
      Self.size, dither: DitheredPicture.ordered(levels: levels, x: place.0, y: place.1))
    let dither = try #require(finding(picture))
    guard case .ordered(let matrix) = dither.pattern else {
      Issue.record("\(dither.pattern)")
      return
    }
    // Pixels are lighter where their threshold is higher.
    let means = (0..<64).map { threshold in
      (0..<Self.size.area).filter { index in
        index % Self.size.width & 7 == threshold & 7
          && index / Self.size.width & 7 == threshold >> 3
      }.reduce(0.0) { $0 + Double(picture.pixels[$1] & 255) }
    }
    #expect(matrix.correlation(with: means) > 0.7)
  }

  @Test(arguments: [4, 5, 6, 7])
  func errorDiffusionIsFound(levels: Int) throws {
    let dither = try #require(
      finding(DitheredPicture(Self.size, dither: DitheredPicture.diffused(levels: levels))))
    #expect(dither.pattern == .diffused)
    // Neighbours differ by at least one step of one colour.
    #expect(dither.edge >= min(255 / Float(levels - 1), 110))
  }

  @Test(arguments: [4, 6, 16])
  func bandsWithoutDitherAreNone(levels: Int) {
    #expect(
      finding(DitheredPicture(Self.size, dither: DitheredPicture.nearest(levels: levels))) == nil)
  }

  @Test func oneColourIsNone() {
    #expect(finding(picture { _, _ in SIMD3(10, 20, 30) }) == nil)
    #expect(finding([]) == nil)
  }

  @Test(arguments: [6, 8]) func grainIsNone(levels: Int) {
    var random = SeededGenerator(seed: 3)
    let gradient = DitheredPicture.gradient(Self.size)
    let grainy = gradient.map { color in
      let noise = (0..<8).reduce(Float(0)) { sum, _ in
        sum + Float.random(in: -9...9, using: &random)
      }
      return color + SIMD3(repeating: noise)
    }
    #expect(
      finding(
        DitheredPicture(
          Self.size, original: grainy, dither: DitheredPicture.nearest(levels: levels))) == nil)
  }

  /// Single pixels of stars, and lines.
  @Test func drawnPointsAndLinesAreNone() {
    var random = SeededGenerator(seed: 5)
    let stars = Set((0..<60).map { _ in Int.random(in: 0..<Self.size.area, using: &random) })
    let drawn = picture { x, y in
      if stars.contains(y * Self.size.width + x) { return SIMD3(repeating: 255) }
      if y > 90, y % 2 == 0 { return SIMD3(90, 90, 120) }
      return x % 16 == 0 ? SIMD3(200, 60, 60) : SIMD3(20, 20, 60)
    }
    #expect(finding(drawn) == nil)
  }

  /// A sky of two colours in a checkerboard pattern, as artists draw it by hand.
  @Test func smallPixelArtIsNoneHoweverItIsDrawn() {
    let art = DitheredPicture(Self.size) { size, colors in
      DitheredPicture.ordered(levels: 2)(size, colors)
    }
    #expect(Set(art.pixels).count <= 8)
    #expect(finding(art) == nil)
    let scaled = PixelSize(width: Self.size.width * 2, height: Self.size.height * 2)
    let twice = picture(
      { x, y in
        let pixel = art.pixels[y / 2 * Self.size.width + x / 2]
        return SIMD3(Float(pixel & 255), Float(pixel >> 8 & 255), Float(pixel >> 16 & 255))
      }, size: scaled)
    #expect(finding(twice) == nil)
  }

  @Test func picturesOfTooManyColoursOrTooFewPixelsCountForNothing() {
    let dithered = DitheredPicture(Self.size, dither: DitheredPicture.ordered(levels: 6))
    let many = DitheredPicture(Self.size) { $1 }
    #expect(Set(many.pixels).count > DitherColors.most)
    #expect(finding(many) == nil)
    #expect(finding([many, dithered])?.pattern == finding(dithered)?.pattern)
    let small = PixelSize(width: 20, height: 120)
    #expect(finding(DitheredPicture(small, dither: DitheredPicture.diffused(levels: 6))) == nil)
  }

  /// Each frame has its own colours.
  @Test func coloursMayDifferFromFrameToFrame() {
    let frames = [5, 6, 7].map {
      DitheredPicture(Self.size, dither: DitheredPicture.diffused(levels: $0))
    }
    #expect(finding(frames)?.pattern == .diffused)
  }

  @Test func detectsKnownDither() {
    var survey = DitherSurvey()
    survey.look(at: DitheredPicture(Self.size, dither: DitheredPicture.ordered(levels: 2)).buffer)
    #expect(survey.finding == nil)
    guard case .ordered? = survey.assumption?.pattern else {
      Issue.record("\(String(describing: survey.assumption))")
      return
    }
    #expect(DitherSurvey().assumption == nil)
  }
}
