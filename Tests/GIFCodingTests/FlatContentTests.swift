import GIFBlocks
import Testing

@testable import GIFCoding

@Suite struct FlatContentTests {
  private func drawing(colors: Int, count: Int = 5) -> TestClip {
    TestClip(width: 64, height: 48, count: count) { x, y, frame in
      let tile = (x / 4 + y / 4 * 16 + frame) % colors
      return TestClip.rgb(tile * 11 % 256, tile * 7 % 256, tile / 2 % 256)
    }
  }

  @Test(arguments: [2, 16, 150])
  func colorsThatFitATableAreExact(colors: Int) throws {
    let clip = drawing(colors: colors)
    let gif = try GIFReference(clip.encode(observed: true))
    #expect(gif.frames.map(\.canvas) == clip.frames)
    #expect(gif.frames.map(\.delay) == clip.durations)
  }

  @Test func plainFlatFramesAreWholeAndExact() throws {
    var settings = GIFEncodingSettings()
    settings.isPlain = true
    let clip = drawing(colors: 40, count: 3)
    let gif = try GIFReference(clip.encode(settings, observed: true))
    #expect(gif.frames.map(\.canvas) == clip.frames)
    #expect(gif.frames.allSatisfy { $0.rect == [0, 0, clip.width, clip.height] })
  }

  /// Cleared pixels must be painted again, which takes more colours than the frame changes.
  @Test func manyColorsUnderPixelsThatVanishAreStillEncoded() throws {
    let clip = TestClip(width: 40, height: 30, count: 6) { x, y, frame in
      if (x + y) % 6 == frame { return 0 }
      return frame == 0 || x < 30
        ? TestClip.rgb(x / 2 * 12, y / 3 * 25, frame / 3 * 60) : 0xff00_0000
    }
    let gif = try GIFReference(clip.encode(observed: true))
    for (shown, frame) in zip(gif.frames, clip.frames) {
      #expect(shown.canvas.map { $0 >> 24 } == frame.map { $0 >> 24 })
    }
  }

  /// Text has a few important colours, and many at its edges.
  private var text: TestClip {
    var numbers = TestPictures(seed: 4)
    let shades = (0..<64 * 48 * 2).map { _ in numbers.number(below: 4096) }
    return TestClip(width: 64, height: 48, count: 2) { x, y, frame in
      if x % 11 == 0 {
        let shade = shades[x + y * 64 + frame * 3072]
        return TestClip.rgb(shade % 64 * 3, shade / 64 * 3, 40 + frame)
      }
      return x / 11 % 2 == 0 ? TestClip.rgb(30, 30, 30) : TestClip.rgb(212, 212, 212)
    }
  }

  @Test func commonColorsStayExactWhenThereAreTooMany() throws {
    let clip = text
    let gif = try GIFReference(clip.encode(observed: true))
    #expect(clip.survey().content(for: GIFEncodingSettings()).isFlat)
    for (shown, frame) in zip(gif.frames, clip.frames) {
      for (color, wanted) in zip(shown.canvas, frame)
      where wanted == TestClip.rgb(30, 30, 30) || wanted == TestClip.rgb(212, 212, 212) {
        #expect(color == wanted)
      }
      #expect(largestDifference(shown.canvas, frame) < 60)
    }
    #expect(gif.frames.allSatisfy { $0.localColorCount == 0 })
  }

  /// Two alternating greys, six levels apart, next to a square with a much larger change.
  private var shimmer: TestClip {
    TestClip(width: 40, height: 30, count: 4) { x, y, frame in
      if y < 10, x / 10 == frame { return TestClip.rgb(250, 40, 40) }
      let level = 100 + (frame % 2) * 6
      return TestClip.rgb(level, level, level)
    }
  }

  @Test func theDefaultQualityPaintsEveryChange() throws {
    let clip = shimmer
    let gif = try GIFReference(clip.encode(observed: true))
    #expect(gif.frames.map(\.canvas) == clip.frames)
  }

  @Test func belowTheDefaultQualitySmallChangesAreNotPainted() throws {
    var settings = GIFEncodingSettings()
    settings.quality = 75
    let clip = shimmer
    #expect(!clip.survey(settings).content(for: settings).isExact(settings))
    let gif = try GIFReference(clip.encode(settings, observed: true))
    for (shown, frame) in zip(gif.frames, clip.frames) {
      #expect(largestDifference(shown.canvas, frame) <= 6)
    }
    #expect(gif.frames[1].canvas != clip.frames[1])
    #expect(
      try clip.encode(settings, observed: true).count < clip.encode(observed: true).count)
  }

  /// Each step is too small to be painted; all of them together are not.
  @Test func smallChangesOfFlatContentDoNotAddUp() throws {
    var settings = GIFEncodingSettings()
    settings.quality = 75
    let clip = TestClip(width: 24, height: 16, count: 30) { x, _, frame in
      x < 12 ? TestClip.rgb(40 + frame * 4, 60, 60) : TestClip.rgb(9, 9, 9)
    }
    let gif = try GIFReference(clip.encode(settings, observed: true))
    for (shown, frame) in zip(gif.frames, clip.frames) {
      #expect(largestDifference(shown.canvas, frame) <= 24)
    }
  }

  /// A barely visible box, and a square that moves over it.
  @Test(arguments: [80, 70, 50, 20])
  func whatStaysIsShownInTheEndWhateverTheQuality(quality: Int) throws {
    var settings = GIFEncodingSettings()
    settings.quality = quality
    let clip = TestClip(width: 60, height: 24, count: 16) { x, y, frame in
      if 10..<14 ~= y, frame * 4..<frame * 4 + 4 ~= x { return TestClip.rgb(0, 0, 0) }
      let isInBox = frame >= 3 && 20..<50 ~= x && 4..<20 ~= y
      return isInBox ? TestClip.rgb(240, 240, 240) : TestClip.rgb(255, 255, 255)
    }
    let gif = try GIFReference(clip.encode(settings, observed: true))
    #expect(gif.frames.last?.canvas == clip.frames.last)
    #expect(gif.frames[8].canvas == clip.frames[8], "five frames are longer than it may wait")
  }

  /// Postponed changes would be painted together with those of a later frame, whose table has no
  /// room.
  @Test func manyColorsInTablesOfTheirOwnDoNotWait() throws {
    var settings = GIFEncodingSettings()
    settings.quality = 78
    let near = (0..<600).map { TestClip.rgb(140 + $0 % 9, 140 + $0 / 9 % 9, 140 + $0 / 81) }
    let clip = TestClip(width: 600, height: 4, count: 5) { x, y, frame in
      if frame == 4, x.isMultiple(of: 3), y == 0 { return TestClip.rgb(0, 0, 0) }
      return y == 0 && x < frame * 200 ? near[x] : TestClip.rgb(140, 140, 140)
    }
    let gif = try GIFReference(clip.encode(settings, observed: true))
    #expect(gif.frames.map(\.canvas) == clip.frames)
  }

  @Test func photographsAreNatural() {
    let clip = TestClip(width: 120, height: 90, count: 2) { x, y, frame in
      TestClip.rgb((x + frame) % 256, y * 2, (x * y / 3) % 256)
    }
    #expect(!clip.survey().content(for: GIFEncodingSettings()).isFlat)
  }

  @Test func theChosenColorsAreColorsOfTheClip() {
    let convert = OKLab.Converter()
    var points = (0..<300).map { convert(TestClip.rgb($0 % 256, $0 * 7 % 256, $0 / 2)) }
    for index in points.indices { points[index][3] = index < 10 ? 5000 : 1 }
    let chosen = FlatPalette.choose(from: points, count: 40)
    #expect(Set(chosen).count == 40)
    #expect(Set(0..<10).isSubset(of: chosen))
  }

  @Test func lowQualityGivesUpColors() throws {
    var settings = GIFEncodingSettings()
    let clip = drawing(colors: 150)
    let full = try clip.encode(settings, observed: true)
    settings.quality = 20
    let less = try clip.encode(settings, observed: true)
    #expect(less.count < full.count)
    #expect(try Set(GIFReference(less).frames.flatMap(\.canvas)).count < 80)
  }

  /// Similar colours stay for the whole clip; others, far apart, soon disappear. The table is too
  /// small for all, and a colour painted once may stay visible.
  @Test func mostColorsThatAreShownLongStayExact() throws {
    let side = 128
    var canvas = [UInt32](repeating: 0xff80_8080, count: side * side)
    let lasting = (0..<200 as Range<UInt32>).map { (number: UInt32) -> UInt32 in
      let green: UInt32 = number % 14 * 4
      return 0xff20_2020 + (green << 8) + number / 14 * 4
    }
    for (at, color) in lasting.enumerated() {
      for pixel in 0..<10 { canvas[20 * side + at * 10 + pixel] = color }
    }
    var survey = ContentSurvey(width: side, height: side, settings: GIFEncodingSettings())
    for frame in 0..<40 {
      for pixel in 0..<64 {
        let number = UInt32(frame * 64 + pixel) % 400
        let color: UInt32 = number &* 0x0a_2b3d & 0xff_ffff
        canvas[pixel / 8 * side + pixel % 8] = 0xff00_0000 | color
      }
      canvas.withUnsafeBytes { survey.observe(rgba: $0) }
    }
    guard case .flat(let plan) = survey.content(for: GIFEncodingSettings()) else {
      Issue.record("natural")
      return
    }
    #expect(!plan.isExact)
    // If only their frequency counted, 188 of them would be dropped.
    #expect(lasting.filter { plan.mapping[$0] != nil }.count < 100)
  }
}

@Suite struct AlphaEdgeTests {
  private func apply(_ rule: GIFAlphaEdge, _ pixels: [UInt32], width: Int) -> [UInt32] {
    var result = [UInt32](repeating: 1, count: pixels.count)
    pixels.withUnsafeBytes { rgba in
      result.withUnsafeMutableBufferPointer {
        AlphaEdge(rule: rule, width: width).apply(rgba, to: $0.baseAddress!)
      }
    }
    return result
  }

  @Test func aThresholdIsHalf() {
    #expect(
      apply(.threshold, [0xff01_0203, 0x8001_0203, 0x7f01_0203, 0x0001_0203], width: 2)
        == [0xff01_0203, 0xff01_0203, 0, 0])
  }

  @Test(arguments: [UInt32(16), 64, 128, 200, 250])
  func ditherMakesAsManyOpaqueAsAlphaSays(alpha: UInt32) {
    let pixels = [UInt32](repeating: alpha << 24 | 0x10_2030, count: 64 * 64)
    let opaque = apply(.dither, pixels, width: 64).filter { $0 != 0 }
    #expect(opaque.allSatisfy { $0 == 0xff10_2030 })
    #expect(abs(opaque.count - 4096 * Int(alpha) / 255) <= 256)
  }

  @Test func aMatteIsBlendedAsBrowsersDo() {
    #expect(
      apply(.matte(0xff_ffff), [0x8000_0000, 0xff00_0010, 0x00ff_0000], width: 3)
        == [0xff7f_7f7f, 0xff00_0010, 0])
  }
}
