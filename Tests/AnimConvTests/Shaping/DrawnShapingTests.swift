import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import AnimConv
@testable import Raster
@testable import Reading
@testable import Stages

/// Frames with drawings are drawn at the requested size instead of being scaled.
@Suite struct DrawnShapingTests {
  /// A picture whose left half is opaque, in proportion and centred.
  private struct HalfPicture: VectorPicture {
    let size: PixelSize

    func drawn(at target: PixelSize) -> PixelBuffer {
      let buffer = PixelBuffer.Pool(size: target).take()
      buffer.contents = nil
      let scale = min(
        Double(target.width) / Double(size.width), Double(target.height) / Double(size.height))
      let (left, top) = (
        (Double(target.width) - Double(size.width) * scale) / 2,
        (Double(target.height) - Double(size.height) * scale) / 2
      )
      let plane = PixelPlane(buffer)
      for y in 0..<target.height {
        for x in 0..<target.width {
          let inside =
            Double(x) >= left && Double(x + 1) <= left + Double(size.width) * scale / 2
            && Double(y) >= top && Double(y + 1) <= Double(target.height) - top
          plane.row(y, from: x).pointee = inside ? UInt32(0xFF00_00FF).littleEndian : 0
        }
      }
      return buffer
    }
  }

  private static func shaped(
    _ size: PixelSize, _ options: Conversion.Shaping, isVector: Bool = true
  ) throws -> (PixelBuffer, ShapingPlan) {
    var plan = try ShapingPlan(options, source: size, hasAlpha: true)
    plan.isVector = isVector
    let picture = HalfPicture(size: size)
    let pixels = picture.drawn(at: size)
    pixels.vector = picture
    let frame = CanvasFrame(index: 3, pixels: pixels, changed: PixelRect(size))
    let shaped = try Shaper(plan).shape(frame).color
    #expect(shaped.index == 3 && shaped.changed == PixelRect(plan.output))
    return (shaped.pixels, plan)
  }

  /// The opaque pixels of a row.
  private static func opaque(_ buffer: PixelBuffer, row: Int) -> Int {
    (0..<buffer.size.width).count { buffer.rgbaWords[row * buffer.size.width + $0] == 0xFF00_00FF }
  }

  static let scales: [(Conversion.Shaping.Scale, PixelSize)] = [
    (.factor(numerator: 3, denominator: 1), PixelSize(width: 39, height: 21)),
    (.factor(numerator: 1, denominator: 2), PixelSize(width: 7, height: 4)),
    (.width(100), PixelSize(width: 100, height: 54)),
    (.height(10), PixelSize(width: 19, height: 10)),
  ]

  /// No pixel is a mixture, and no edge of the canvas shows.
  @Test(arguments: scales) func frames(scale: Conversion.Shaping.Scale, size: PixelSize) throws {
    let source = PixelSize(width: 13, height: 7)
    let (picture, plan) = try Self.shaped(source, Conversion.Shaping(scale: scale))
    #expect(picture.size == size)
    #expect(plan.steps == ["draw 13x7 at \(size)"])
    #expect(picture.rgbaWords.allSatisfy { $0 == 0 || $0 == 0xFF00_00FF })
    for row in 0..<size.height {
      #expect(abs(Self.opaque(picture, row: row) - size.width / 2) <= 1, "\(row)")
    }
    #expect(picture.rgbaWords[0] == 0xFF00_00FF)
  }

  @Test func cropsAreDrawnWhereTheyFallOnPixels() throws {
    let source = PixelSize(width: 13, height: 7)
    let crop = PixelRect(x: 2, y: 1, width: 6, height: 4)
    let (picture, plan) = try Self.shaped(
      source, Conversion.Shaping(crop: crop, scale: .factor(numerator: 2, denominator: 1)))
    #expect(plan.drawn?.source == PixelSize(width: 26, height: 14) && plan.drawn?.filter == nil)
    #expect(picture.size == PixelSize(width: 12, height: 8))
    #expect((0..<8).allSatisfy { Self.opaque(picture, row: $0) == 9 })
  }

  /// The largest factor below is drawn, and the drawing is scaled down.
  @Test func distortedPicturesAreScaledDown() throws {
    let options = Conversion.Shaping(scale: .size(PixelSize(width: 20, height: 30)), fit: .exact)
    let (picture, plan) = try Self.shaped(PixelSize(width: 13, height: 7), options)
    #expect(plan.drawn == nil || plan.drawn?.source == PixelSize(width: 65, height: 35))
    #expect(picture.size == PixelSize(width: 20, height: 30))
  }

  @Test func paddedPicturesAreDrawnInTheMiddle() throws {
    let options = Conversion.Shaping(scale: .size(PixelSize(width: 26, height: 30)), fit: .contain)
    let (picture, plan) = try Self.shaped(PixelSize(width: 13, height: 7), options)
    #expect(plan.drawn?.source == PixelSize(width: 26, height: 14))
    #expect(
      (0..<30).map { Self.opaque(picture, row: $0) }
        == (0..<30).map { (8..<22).contains($0) ? 13 : 0 })
  }

  /// A requested filter is used, and frames are then scaled.
  @Test func requestedFiltersScale() throws {
    let size = PixelSize(width: 12, height: 8)
    for options in [
      Conversion.Shaping(scale: .pixelFactor(2)),
      Conversion.Shaping(scale: .factor(numerator: 2, denominator: 1), filter: .lanczos),
    ] {
      let (_, plan) = try Self.shaped(size, options)
      #expect(plan.drawn == nil)
    }
    let (_, plan) = try Self.shaped(
      size, Conversion.Shaping(scale: .factor(numerator: 2, denominator: 1)), isVector: false)
    #expect(plan.drawn == nil)
  }

  @Test func framesWithoutADrawingAreScaled() throws {
    let size = PixelSize(width: 12, height: 8)
    var plan = try ShapingPlan(
      Conversion.Shaping(scale: .factor(numerator: 3, denominator: 1)), source: size, hasAlpha: true
    )
    let frame = CanvasFrame(
      index: 0, pixels: HalfPicture(size: size).drawn(at: size), changed: PixelRect(size))
    let expected = try Shaper(plan).shape(frame).color.pixels.rgbaWords
    plan.isVector = true
    #expect(try Shaper(plan).shape(frame).color.pixels.rgbaWords == expected)
  }

  /// An animation that is written at twice its size has the edges of its own drawing.
  @Test(
    .enabled(
      if: OptionalLibrary.ofReading.contains { $0.name == "rlottie" && $0.failure == nil },
      "needs rlottie (Debian: apt install librlottie0-1)"))
  func lottieIsDrawnAtTheSizeOfTheOutput() throws {
    var lottie = LottieBuilder()
    lottie.position = LottieBuilder.moving("4,8,0", "14,8,0", frames: 10)
    try TemporaryFolder.with { folder in
      let output = folder.appending("out.apng")
      var conversion = Conversion(
        input: .bytes(lottie.bytes, name: "x.json"), output: .file(output))
      conversion.shaping.scale = .factor(numerator: 2, denominator: 1)
      _ = try ConversionJob(conversion).run()
      let frames = try openSource(.path(output)).allPixels()
      #expect(frames.count == 10)
      for (index, frame) in frames.enumerated() {
        // Odd positions are halves of pixels in the animation's own size.
        let row = frame[16 * 64..<17 * 64].map { $0 == 0xFF00_00FF }
        #expect(row == (0..<64).map { (2 * index..<2 * index + 16).contains($0) }, "\(index)")
      }
    }
  }
}
