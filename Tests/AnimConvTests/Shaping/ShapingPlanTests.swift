import Testing

@testable import AnimConv
@testable import Raster

@Suite struct ShapingPlanTests {
  private func plan(
    _ width: Int, _ height: Int, scale: String? = nil, crop: String? = nil,
    filter: ScaleFilter? = nil, fit: Conversion.Shaping.Fit = .contain,
    alpha: Conversion.Shaping.Alpha? = nil, hasAlpha: Bool = true
  ) throws -> ShapingPlan {
    var options = Conversion.Shaping(filter: filter, fit: fit, alpha: alpha)
    if let scale {
      let request: Conversion.Shaping.Scale = try #require(Conversion.Shaping.Scale(parsing: scale))
      options.scale = request
    }
    if let crop {
      let rect: PixelRect = try #require(PixelRect(parsing: crop))
      options.crop = rect
    }
    return try ShapingPlan(
      options, source: PixelSize(width: width, height: height), hasAlpha: hasAlpha)
  }

  @Test func requestsGiveSizes() throws {
    let cases: [(scale: String, output: String)] = [
      ("2", "800x450"), ("0.5", "200x113"), ("1/3", "133x75"), ("4x", "1600x900"),
      ("200x", "200x113"), ("x90", "160x90"), ("1x-1", "1x1"), ("0.0001", "1x1"),
      ("640x480", "640x480"), ("1", "400x225"),
    ]
    for (scale, output) in cases {
      #expect(try plan(400, 225, scale: scale).output.description == output, "\(scale)")
    }
  }

  @Test func fitDecidesWhereThePictureLies() throws {
    let contained = try plan(400, 225, scale: "640x480")
    #expect(contained.scaled == PixelSize(width: 640, height: 360))
    #expect(contained.placement == PixelRect(x: 0, y: 60, width: 640, height: 360))
    let covering = try plan(400, 225, scale: "640x480", fit: .cover)
    #expect(covering.scaled == PixelSize(width: 853, height: 480))
    #expect(covering.placement == PixelRect(x: -106, y: 0, width: 853, height: 480))
    let stretched = try plan(400, 225, scale: "640x480", fit: .exact)
    #expect(stretched.scaled == PixelSize(width: 640, height: 480))
    #expect(stretched.placement == PixelRect(x: 0, y: 0, width: 640, height: 480))
  }

  @Test func containedAndCoveringSizesKeepTheirPromise() throws {
    for source in PictureScalerTests.sizes {
      for target in PictureScalerTests.sizes {
        let contained = try plan(source.width, source.height, scale: target.description)
        #expect(PixelRect(target).contains(contained.placement))
        #expect(
          contained.scaled.width == target.width || contained.scaled.height == target.height)
        let covering = try plan(
          source.width, source.height, scale: target.description, fit: .cover)
        #expect(covering.placement.contains(PixelRect(target)))
        #expect(covering.scaled.width == target.width || covering.scaled.height == target.height)
      }
    }
  }

  @Test func unnamedFiltersSuitTheDirection() throws {
    #expect(try plan(10, 10, scale: "2").filter == .nearest)
    #expect(try plan(10, 10, scale: "3x").filter == .nearest)
    #expect(try plan(10, 10, scale: "20x10", fit: .exact).filter == .nearest)
    #expect(try plan(10, 10, scale: "1.5").filter == .bicubic)
    #expect(try plan(10, 10, scale: "20x5", fit: .exact).filter == .bicubic)
    #expect(try plan(10, 10, scale: "0.7").filter == .area)
    #expect(try plan(10, 10, scale: "10x5", fit: .exact).filter == .area)
    #expect(try plan(10, 10, scale: "1").filter == nil)
    #expect(try plan(10, 10, scale: "1x", filter: .nearest).filter == nil)
    #expect(try plan(10, 10, scale: "2", filter: .lanczos).filter == .lanczos)
  }

  @Test func identityIsRecognized() throws {
    #expect(try plan(10, 11).isIdentity)
    #expect(try plan(10, 11, scale: "1", crop: "10x11+0+0").isIdentity)
    #expect(try plan(10, 11, alpha: .matte, hasAlpha: false).isIdentity)
    #expect(try !plan(10, 11, alpha: .matte).isIdentity)
    #expect(try !plan(10, 11, alpha: .pair, hasAlpha: false).isIdentity)
    #expect(try !plan(10, 11, crop: "9x11+0+0").isIdentity)
    #expect(try !plan(10, 11, scale: "20x11").isIdentity)
  }

  @Test func alphaLayoutsHaveEqualHalvesThatMeetOnAnEvenLine() throws {
    let stacked = try plan(9, 7, alpha: .stacked)
    #expect(stacked.half == PixelSize(width: 9, height: 8))
    #expect(stacked.output == PixelSize(width: 9, height: 16))
    let beside = try plan(9, 7, alpha: .sideBySide)
    #expect(beside.half == PixelSize(width: 10, height: 7))
    #expect(beside.output == PixelSize(width: 20, height: 7))
    let pair = try plan(9, 7, alpha: .pair)
    #expect(pair.output == PixelSize(width: 9, height: 7))
    #expect(pair.outputCount == 2)
    #expect(stacked.outputCount == 1)
  }

  @Test func transparencyOfTheOutputIsForetold() throws {
    #expect(try plan(9, 7).outputHasAlpha)
    #expect(try !plan(9, 7, hasAlpha: false).outputHasAlpha)
    #expect(try plan(9, 7, scale: "20x7", hasAlpha: false).outputHasAlpha)
    #expect(try !plan(9, 7, scale: "20x7", fit: .cover, hasAlpha: false).outputHasAlpha)
    #expect(try !plan(9, 7, alpha: .matte).outputHasAlpha)
    #expect(try !plan(9, 7, alpha: .stacked).outputHasAlpha)
  }

  @Test func theUnnamedAlphaModeIsTheOutputs() throws {
    let size = PixelSize(width: 2, height: 2)
    let plan = try ShapingPlan(
      Conversion.Shaping(), source: size, hasAlpha: true, defaultAlpha: .matte)
    #expect(plan.alpha == .matte)
    let named = try ShapingPlan(
      Conversion.Shaping(alpha: .keep), source: size, hasAlpha: true, defaultAlpha: .matte)
    #expect(named.alpha == .keep)
  }

  @Test func stepsSayWhatIsDone() throws {
    #expect(try plan(9, 7).steps == [])
    #expect(
      try plan(40, 30, scale: "64x64", crop: "20x10+1+2", alpha: .matte).steps == [
        "crop 20x10+1+2", "scale 20x10 to 64x32 (bicubic)", "centre on a transparent 64x64",
        "flatten onto #ffffff",
      ])
    #expect(
      try plan(40, 31, scale: "20x20", fit: .cover, alpha: .pair).steps == [
        "scale 40x31 to 26x20 (area)", "cut 20x20 out of its middle",
        "split into colour and alpha, each 20x20",
      ])
    #expect(
      try plan(9, 7, alpha: .stacked).steps == [
        "stack colour above alpha, each half 9x8 with the last row repeated"
      ])
    #expect(
      try plan(9, 7, alpha: .sideBySide).steps == [
        "put colour left and alpha right, each half 10x7 with the last column repeated"
      ])
  }

  @Test func impossibleRequestsAreRefused() {
    expectFailure(.emptyCrop(PixelRect(x: 0, y: 0, width: 0, height: 5))) {
      try plan(9, 7, crop: "0x5+0+0")
    }
    let crop = PixelRect(x: 5, y: 0, width: 5, height: 5)
    expectFailure(.cropOutside(crop: crop, source: PixelSize(width: 9, height: 7))) {
      try plan(9, 7, crop: "5x5+5+0")
    }
    expectFailure(.emptyScale(.factor(numerator: 0, denominator: 1))) {
      try plan(9, 7, scale: "0.0")
    }
    expectFailure(.emptyScale(.pixelFactor(0))) { try plan(9, 7, scale: "0x") }
    expectFailure(.emptyScale(.height(0))) { try plan(9, 7, scale: "x0") }
    expectFailure(.emptyScale(.size(PixelSize(width: 5, height: 0)))) {
      try plan(9, 7, scale: "5x0")
    }
    expectFailure(.filterConflict(factor: 4, filter: .area)) {
      try plan(9, 7, scale: "4x", filter: .area)
    }
  }

  /// Requests that are possible only in code.
  @Test func refusesNumbersThatAreNotSizes() {
    let odd: [Conversion.Shaping.Scale] = [
      .factor(numerator: 1, denominator: 0), .factor(numerator: -1, denominator: 2), .width(-3),
      .height(.min), .pixelFactor(-1), .size(PixelSize(width: -5, height: 5)),
    ]
    for request in odd {
      #expect(throws: ShapingError.emptyScale(request)) {
        try ShapingPlan(
          Conversion.Shaping(scale: request), source: PixelSize(width: 9, height: 7), hasAlpha: true
        )
      }
    }
    for request in [Conversion.Shaping.Scale.width(.max), .pixelFactor(.max), .height(.max)] {
      #expect(throws: ShapingError.self) {
        try ShapingPlan(
          Conversion.Shaping(scale: request), source: PixelSize(width: 9, height: 7), hasAlpha: true
        )
      }
    }
  }

  @Test func sidesEndAtTheLimit() throws {
    #expect(try plan(1, 1, scale: "16384x16384").output.width == 16_384)
    let over = PixelSize(width: 16_385, height: 16_385)
    expectFailure(.tooLarge(size: over, allowed: 16_384)) { try plan(1, 1, scale: "16385x") }
    let huge = PixelSize(width: 999_999_999, height: 999_999_999)
    expectFailure(.tooLarge(size: huge, allowed: 16_384)) { try plan(1, 1, scale: "999999999") }
    expectFailure(
      .tooLarge(size: PixelSize(width: 1, height: 16_388), allowed: 16_384)
    ) { try plan(1, 8_193, alpha: .stacked) }
    #expect(try plan(1, 8_192, alpha: .stacked).output.height == 16_384)
    // The input may keep its size, or shrink a little.
    #expect(try plan(65_535, 2, alpha: .matte).output.width == 65_535)
    #expect(try plan(65_535, 2, crop: "60000x1+0+0").output.width == 60_000)
    // Only the visible part must stay below the limit.
    #expect(try plan(1, 60_000, scale: "1000x1000", fit: .cover).scaled.height == 60_000_000)
  }

  private func expectFailure(_ expected: ShapingError, from body: () throws -> ShapingPlan) {
    #expect(throws: expected) { try body() }
  }
}
