import TestSupport
import Testing

@testable import AnimConv
@testable import Raster

@Suite struct ColorBleedTests {
  /// Runs of shapes and noise, so that blocks are opaque, transparent and mixed.
  private static func picture(
    _ size: PixelSize, using numbers: inout SeededGenerator
  ) -> TestPicture {
    var picture = TestPicture(size: size)
    for _ in 0..<4 {
      let rect = PixelRect.random(in: size, using: &numbers)
      let part = PixelRect(
        x: rect.x, y: rect.y, width: min(rect.width, 40), height: min(rect.height, 25))
      picture.scribble(
        part, alpha: TestPicture.Alpha.allCases.randomElement(using: &numbers)!, using: &numbers)
    }
    return picture
  }

  private static func color(_ picture: TestPicture) throws -> TestPicture {
    let plan = try ShapingPlan(
      Conversion.Shaping(alpha: .pair), source: picture.size, hasAlpha: true)
    return TestPicture(try Shaper(plan).shape(picture.frame()).color.pixels)
  }

  @Test func everyHiddenPixelTakesTheMeanThatTheRuleNames() throws {
    var numbers = SeededGenerator(seed: 30)
    for (width, height) in [(1, 1), (17, 33), (5, 70), (52, 40)] {
      let size = PixelSize(width: width, height: height)
      for _ in 0..<2 {
        let picture = Self.picture(size, using: &numbers)
        var expected = picture
        for y in 0..<height {
          for x in 0..<width { expected[x, y] = slowColor(of: picture, x, y) }
        }
        #expect(try Self.color(picture) == expected, "\(size)")
      }
    }
  }

  /// The definition, pixel by pixel.
  private func slowColor(of picture: TestPicture, _ x: Int, _ y: Int) -> [UInt8] {
    let pixel = picture[x, y]
    if pixel[3] > 0 { return Array(pixel[..<3]) + [255] }
    for side in [2, 4, 8, 16] {
      let cell = (x: x / side * side, y: y / side * side)
      if let mean = mean(picture, cell.x..<cell.x + side, cell.y..<cell.y + side) { return mean }
    }
    let (left, top) = (x / 16 * 16 - 16, y / 16 * 16 - 16)
    return mean(picture, left..<left + 48, top..<top + 48) ?? [0, 0, 0, 255]
  }

  /// nil if nothing is visible.
  private func mean(
    _ picture: TestPicture, _ columns: Range<Int>, _ rows: Range<Int>
  ) -> [UInt8]? {
    var sums = [0, 0, 0]
    var weight = 0
    for y in rows.clamped(to: 0..<picture.size.height) {
      for x in columns.clamped(to: 0..<picture.size.width) {
        let pixel = (y * picture.size.width + x) * 4
        let alpha = Int(picture.bytes[pixel + 3])
        for channel in 0..<3 { sums[channel] += Int(picture.bytes[pixel + channel]) * alpha }
        weight += alpha
      }
    }
    return weight == 0 ? nil : sums.map { UInt8(($0 + weight / 2) / weight) } + [255]
  }

  @Test func drawingWhatChangedGivesWhatDrawingEverythingGives() throws {
    var numbers = SeededGenerator(seed: 31)
    let size = PixelSize(width: 150, height: 120)
    let plan = try ShapingPlan(Conversion.Shaping(alpha: .mix), source: size, hasAlpha: true)
    let shaper = Shaper(plan)
    var picture = Self.picture(size, using: &numbers)
    var before = TestPicture(size: size)
    for index in 0..<60 {
      let place = PixelRect.random(in: size, using: &numbers)
      let changed = PixelRect(
        x: place.x, y: place.y, width: min(place.width, 30), height: min(place.height, 30))
      if index % 2 == 0 {
        for y in changed.y..<changed.maxY {
          for x in changed.x..<changed.maxX { picture[x, y] = [0, 0, 0, 0] }
        }
      } else {
        picture.scribble(changed, alpha: .binary, using: &numbers)
      }
      let result = try shaper.shape(picture.frame(index, changed: changed))
      let color = TestPicture(result.color.pixels)
      #expect(color == (try Self.color(picture)), "frame \(index)")
      let rect = result.color.changed
      for y in 0..<size.height where index > 0 {
        for x in 0..<size.width
        where !rect.contains(PixelRect(x: x, y: y, width: 1, height: 1)) {
          #expect(color[x, y] == before[x, y], "frame \(index)")
        }
      }
      before = color
    }
  }
}
