import TestSupport
import Testing

@testable import AnimConv
@testable import Raster

/// Drawing only the changes gives the same picture as drawing everything.
@Suite struct ShaperChangesTests {
  private static let requests: [(scale: String?, crop: String?)] = [
    (nil, nil), (nil, "17x9+3+5"), ("2", nil), ("3x", "5x7+2+1"), ("1/2", "22x18+1+0"),
    ("0.37", nil), ("31x33", nil), ("40x11", "13x12+0+7"), ("1.7", nil), ("5x60", nil),
    ("200x3", nil),
  ]

  @Test(arguments: Conversion.Shaping.Alpha.allCases, Conversion.Shaping.Fit.allCases)
  func incrementalShapingEqualsShapingFromScratch(
    mode: Conversion.Shaping.Alpha, fit: Conversion.Shaping.Fit
  ) throws {
    var numbers = SeededGenerator(seed: 77)
    let size = PixelSize(width: 24, height: 19)
    for filter in [nil] + ScaleFilter.allCases.map(Optional.some) {
      for request in Self.requests {
        var options = Conversion.Shaping(filter: filter, fit: fit, matte: .black, alpha: mode)
        options.scale = request.scale.flatMap(Conversion.Shaping.Scale.init(parsing:))
        options.crop = request.crop.flatMap(PixelRect.init(parsing:))
        if request.scale == "3x" && filter != nil { options.filter = .nearest }
        let plan = try ShapingPlan(options, source: size, hasAlpha: true)
        try check(plan, using: &numbers)
      }
    }
  }

  private func check(_ plan: ShapingPlan, using numbers: inout SeededGenerator) throws {
    let shaper = Shaper(plan)
    var picture = TestPicture(size: plan.source, alpha: .any, using: &numbers)
    var before: (color: TestPicture, alpha: TestPicture?)?
    var held: [ShapedFrame] = []
    for index in 0..<8 {
      var changed = PixelRect.random(in: plan.source, using: &numbers)
      if Int.random(in: 0..<3, using: &numbers) == 0 {
        changed.width = min(changed.width, 1)
        changed.height = min(changed.height, 1)
      }
      let alpha = TestPicture.Alpha.allCases.randomElement(using: &numbers)!
      picture.scribble(changed, alpha: alpha, using: &numbers)
      let result = try shaper.shape(picture.frame(index, changed: changed))
      let fresh = try Shaper(plan).shape(picture.frame(index))
      let color = TestPicture(result.color.pixels)
      let gray = result.alpha.map { TestPicture($0.pixels) }
      #expect(color == TestPicture(fresh.color.pixels), "\(plan), frame \(index)")
      #expect(gray == fresh.alpha.map { TestPicture($0.pixels) }, "\(plan), frame \(index)")
      #expect(result.color.index == index)

      let rect = result.color.changed
      #expect(PixelRect(plan.output).contains(rect))
      #expect(result.alpha.map { $0.changed == rect } ?? true)
      if let before {
        #expect(isEqual(color, before.color, outside: rect), "\(plan), frame \(index)")
        if let gray, let alpha = before.alpha {
          #expect(isEqual(gray, alpha, outside: rect), "\(plan), frame \(index)")
        }
      } else if !plan.isIdentity {
        #expect(rect == PixelRect(plan.output))
      }
      before = (color, gray)
      // Frames stay in use for a while, so that buffers of different ages are reused.
      held.append(result)
      if held.count > Int.random(in: 0...4, using: &numbers) { held.removeFirst() }
      if Int.random(in: 0..<4, using: &numbers) == 0 { held.removeAll() }
    }
  }

  private func isEqual(
    _ first: TestPicture, _ second: TestPicture, outside rect: PixelRect
  ) -> Bool {
    (0..<first.size.area).allSatisfy { index in
      let (x, y) = (index % first.size.width, index / first.size.width)
      return rect.contains(PixelRect(x: x, y: y, width: 1, height: 1))
        || first[x, y] == second[x, y]
    }
  }

  @Test func widePicturesAreDrawnInStripsWithoutSeams() throws {
    var numbers = SeededGenerator(seed: 78)
    let size = PixelSize(width: 700, height: 40)
    for (filter, scale) in [(ScaleFilter.area, "0.9"), (.bicubic, "1.3"), (.lanczos, "0.45")] {
      let options = Conversion.Shaping(
        scale: Conversion.Shaping.Scale(parsing: scale), filter: filter)
      let plan = try ShapingPlan(options, source: size, hasAlpha: true)
      let shaper = Shaper(plan)
      var picture = TestPicture(size: size, alpha: .any, using: &numbers)
      for index in 0..<6 {
        let changed = PixelRect.random(in: size, using: &numbers)
        picture.scribble(changed, alpha: .any, using: &numbers)
        let result = try shaper.shape(picture.frame(index, changed: changed))
        let fresh = try Shaper(plan).shape(picture.frame(index))
        #expect(TestPicture(result.color.pixels) == TestPicture(fresh.color.pixels))
      }
    }
  }

  @Test func theChangedRectangleIsAsSmallAsTheFilterAllows() throws {
    let size = PixelSize(width: 40, height: 40)
    let dot = PixelRect(x: 20, y: 10, width: 1, height: 1)
    let cases: [(String, ScaleFilter?, PixelRect)] = [
      ("3x", nil, PixelRect(x: 60, y: 30, width: 3, height: 3)),
      ("1/4", nil, PixelRect(x: 5, y: 2, width: 1, height: 1)),
      ("2", .area, PixelRect(x: 40, y: 20, width: 2, height: 2)),
      ("2", .bicubic, PixelRect(x: 37, y: 17, width: 8, height: 8)),
      ("2", .lanczos, PixelRect(x: 35, y: 15, width: 12, height: 12)),
    ]
    for (scale, filter, expected) in cases {
      let options = Conversion.Shaping(
        scale: Conversion.Shaping.Scale(parsing: scale), filter: filter)
      let shaper = Shaper(try ShapingPlan(options, source: size, hasAlpha: true))
      let picture = TestPicture(size: size, filledWith: [1, 2, 3, 255])
      _ = try shaper.shape(picture.frame(0))
      let result = try shaper.shape(picture.frame(1, changed: dot))
      #expect(result.color.changed == expected, "\(scale)")
    }
  }

  @Test func anUnchangedFrameIsTheSameBufferWhileItIsInUse() throws {
    let size = PixelSize(width: 8, height: 8)
    let picture = TestPicture(size: size, filledWith: [9, 9, 9, 9])
    for mode in [Conversion.Shaping.Alpha.matte, .pair] {
      let shaper = Shaper(
        try ShapingPlan(Conversion.Shaping(alpha: mode), source: size, hasAlpha: true))
      let first = try shaper.shape(picture.frame(0))
      let second = try shaper.shape(picture.frame(1, changed: .empty))
      #expect(second.color.pixels === first.color.pixels)
      #expect(second.alpha?.pixels === first.alpha?.pixels)
      #expect(second.color.changed == .empty)
      #expect(second.color.index == 1)
    }
  }

  @Test func changesOutsideTheCropChangeNothing() throws {
    let options = Conversion.Shaping(crop: PixelRect(x: 4, y: 4, width: 4, height: 4))
    let size = PixelSize(width: 8, height: 8)
    let shaper = Shaper(try ShapingPlan(options, source: size, hasAlpha: true))
    let picture = TestPicture(size: size, filledWith: [9, 9, 9, 255])
    _ = try shaper.shape(picture.frame(0))
    let result = try shaper.shape(
      picture.frame(1, changed: PixelRect(x: 0, y: 0, width: 4, height: 8)))
    #expect(result.color.changed.isEmpty)
  }
}
