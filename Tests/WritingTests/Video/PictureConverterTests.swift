import Libav
import TestSupport
import Testing

@testable import Raster
@testable import Writing

@Suite struct PictureConverterTests {
  static let tags = ColorTags(
    matrix: .bt709, transfer: .bt709, primaries: .bt709, isLimitedRange: true, chromaLocation: nil)

  static let sizes = [
    PixelSize(width: 1, height: 1), PixelSize(width: 2, height: 2), PixelSize(width: 5, height: 3),
    PixelSize(width: 64, height: 7), PixelSize(width: 67, height: 38),
  ]

  static let formats: [SampleFormat] = [
    .yuv420(alpha: false), .yuv420(alpha: true), .yuv444, .yuv444Deep(alpha: false),
    .yuv444Deep(alpha: true), .planarRGB, .packedRGB, .alpha, .alphaAsLuma,
  ]

  static func coded(_ size: PixelSize, pads: Bool) -> PixelSize {
    pads ? PixelSize(width: (size.width + 1) & ~1, height: (size.height + 1) & ~1) : size
  }

  /// Samples may differ from the exact value by rounding and a twentieth of a step, the precision
  /// of 15 binary places.
  @Test(arguments: formats, [VideoOptions.Matrix.bt709, .bt601])
  func everySampleIsTheRoundedExactValue(
    format: SampleFormat, matrix: VideoOptions.Matrix
  ) throws {
    for (seed, size) in Self.sizes.enumerated() {
      let pixels = DrawnFrames.noise(size: size, seed: UInt64(seed), opaque: false)
      let converter = PictureConverter(
        size: size, codedSize: Self.coded(size, pads: format == .yuv420(alpha: false)),
        format: format, matrix: matrix)
      let picture = try Picture(
        width: converter.codedSize.width, height: converter.codedSize.height,
        format: format.pixelFormat, color: Self.tags)
      converter.prepare(picture)
      converter.convert(pixels, PixelRect(size), into: picture)
      let exact = ExactSamples(pixels, converter)
      var worst = 0.0
      for plane in exact.planes.indices {
        for y in 0..<exact.planes[plane].count {
          for x in 0..<exact.planes[plane][y].count {
            let found = Double(Self.sample(picture, format, plane, x, y))
            worst = max(worst, abs(found - exact.planes[plane][y][x]))
          }
        }
      }
      #expect(worst <= 0.55, "\(format) \(matrix) \(size): off by \(worst)")
    }
  }

  /// AVIF stills use the full range; the largest chroma, 255.5, must fit a byte.
  @Test func fullRangeSamplesAreTheRoundedExactValues() throws {
    let size = PixelSize(width: 67, height: 38)
    for seed in 0..<8 {
      let pixels = DrawnFrames.noise(size: size, seed: UInt64(seed), opaque: true)
      for x in 0..<8 {
        for channel in 0..<3 {
          pixels.base[x * 4 + channel] = x >> channel & 1 == 1 ? 255 : 0
        }
      }
      let converter = PictureConverter(
        size: size, codedSize: size, format: .yuv444, matrix: .bt709, isFullRange: true)
      let picture = try Picture(
        width: size.width, height: size.height, format: .yuv444p, color: Self.tags)
      converter.convert(pixels, PixelRect(size), into: picture)
      for (plane, rows) in ExactSamples(pixels, converter).planes.enumerated() {
        for (y, row) in rows.enumerated() {
          for (x, exact) in row.enumerated() {
            let found = Double(Self.sample(picture, .yuv444, plane, x, y))
            #expect(abs(found - min(255, exact)) <= 0.55, "plane \(plane) at \(x), \(y)")
          }
        }
      }
    }
  }

  /// Conversion by rectangles gives the same samples as conversion of the whole picture.
  @Test(arguments: formats)
  func aChangedRectangleIsAllThatHasToBeConverted(format: SampleFormat) throws {
    var generator = SeededGenerator(seed: 7)
    for size in Self.sizes {
      for pads in format == .yuv420(alpha: false) ? [false, true] : [false] {
        let converter = PictureConverter(
          size: size, codedSize: Self.coded(size, pads: pads), format: format, matrix: .bt709)
        func picture() throws -> Picture {
          try Picture(
            width: converter.codedSize.width, height: converter.codedSize.height,
            format: format.pixelFormat, color: Self.tags)
        }
        let before = DrawnFrames.noise(size: size, seed: 1, opaque: false)
        let other = DrawnFrames.noise(size: size, seed: 2, opaque: false)
        for _ in 0..<12 {
          let x = Int.random(in: 0..<size.width, using: &generator)
          let y = Int.random(in: 0..<size.height, using: &generator)
          let rect = PixelRect(
            x: x, y: y, width: Int.random(in: 1...size.width - x, using: &generator),
            height: Int.random(in: 1...size.height - y, using: &generator))
          let after = Self.patched(before, with: other, rect)
          let byParts = try picture()
          converter.convert(before, PixelRect(size), into: byParts)
          converter.convert(after, rect, into: byParts)
          let whole = try picture()
          converter.convert(after, PixelRect(size), into: whole)
          #expect(
            Self.samples(byParts, format) == Self.samples(whole, format),
            "\(format) \(size) \(rect)")
        }
      }
    }
  }

  @Test func coefficientsFollowTheStandardAndAddUp() {
    for (c, kr, kb) in [
      (YUVCoefficients.bt709, 0.2126, 0.0722), (YUVCoefficients.bt601, 0.299, 0.114),
    ] {
      let one = 32768.0
      let (y, uv) = (219.0 / 255 * one, 224.0 / 255 * one)
      let expected = [
        kr * y, (1 - kr - kb) * y, kb * y,
        -kr / (2 * (1 - kb)) * uv, -(1 - kr - kb) / (2 * (1 - kb)) * uv, uv / 2,
        uv / 2, -(1 - kr - kb) / (2 * (1 - kr)) * uv, -kb / (2 * (1 - kr)) * uv,
      ]
      let found = [c.yr, c.yg, c.yb, -c.ur, -c.ug, c.main, c.main, -c.vg, -c.vb]
      for (a, b) in zip(found, expected) {
        // A sample that completes a sum may differ by a whole step.
        #expect(abs(Double(a) - b) <= 1)
        #expect(abs(a) < 1 << 15)
      }
      #expect(c.yr + c.yg + c.yb == 28142)
      #expect(c.ur + c.ug == c.main)
      #expect(c.vg + c.vb == c.main)
    }
  }

  @Test func edgesKeepTheirColorBesideTransparentPixels() throws {
    // A white column next to a transparent one: their shared chroma is white's, and so is the luma
    // of the transparent pixel.
    let size = PixelSize(width: 2, height: 2)
    let pixels = DrawnFrames.buffer(PixelBuffer.Pool(size: size)) { x, _ in
      (255, 0, 0, x == 0 ? 255 : 0)
    }
    let converter = PictureConverter(
      size: size, codedSize: size, format: .yuv420(alpha: true), matrix: .bt601)
    let picture = try Picture(width: 2, height: 2, format: .yuva420p, color: Self.tags)
    converter.convert(pixels, PixelRect(size), into: picture)
    #expect(picture.plane(0)[0] == picture.plane(0)[1])
    #expect(picture.plane(2)[0] == 240)
    #expect([picture.plane(3)[0], picture.plane(3)[1]] == [255, 0])
  }

  private static func sample(
    _ picture: Picture, _ format: SampleFormat, _ plane: Int, _ x: Int, _ y: Int
  ) -> Int {
    let row: UnsafeMutablePointer<UInt8>
    switch format {
    case .yuv444Deep:
      row = picture.plane(plane) + y * picture.stride(plane) + 2 * x
      return Int(row[0]) | Int(row[1]) << 8
    case .packedRGB:
      row = picture.plane(0) + y * picture.stride(0) + 4 * x
      return Int(row[plane])
    default:
      return Int((picture.plane(plane) + y * picture.stride(plane))[x])
    }
  }

  private static func samples(_ picture: Picture, _ format: SampleFormat) -> [[Int]] {
    let alpha = format.pixelFormat.hasAlpha
    let isAlpha = format == .alpha || format == .alphaAsLuma
    return (0..<(isAlpha ? 1 : alpha ? 4 : 3)).map { plane in
      var (width, height) = (picture.width, picture.height)
      if case .yuv420 = format, plane == 1 || plane == 2 {
        (width, height) = ((width + 1) / 2, (height + 1) / 2)
      }
      return (0..<height).flatMap { y in
        (0..<width).map { x in sample(picture, format, plane, x, y) }
      }
    }
  }

  private static func patched(
    _ before: PixelBuffer, with other: PixelBuffer, _ rect: PixelRect
  ) -> PixelBuffer {
    DrawnFrames.buffer(PixelBuffer.Pool(size: before.size)) { x, y in
      let inside = rect.contains(PixelRect(x: x, y: y, width: 1, height: 1))
      let at = (inside ? other : before).base + y * before.stride + x * 4
      return (at[0], at[1], at[2], at[3])
    }
  }
}

/// The samples as real numbers, computed one by one: slow and simple.
struct ExactSamples {
  /// Rows of every plane.
  var planes: [[[Double]]]

  init(_ pixels: PixelBuffer, _ converter: PictureConverter) {
    let size = converter.codedSize
    func pixel(_ x: Int, _ y: Int) -> (r: Double, g: Double, b: Double, a: Double) {
      let (x, y) = (min(x, pixels.size.width - 1), min(y, pixels.size.height - 1))
      let at = pixels.base + y * pixels.stride + x * 4
      return (Double(at[0]), Double(at[1]), Double(at[2]), Double(at[3]))
    }
    let (kr, kb) = converter.matrix == .bt709 ? (0.2126, 0.0722) : (0.299, 0.114)
    func light(_ r: Double, _ g: Double, _ b: Double) -> Double {
      kr * r + (1 - kr - kb) * g + kb * b
    }
    /// At the end of its range, blue gets 2.112402 / 2 of its Cb under BT.709: see
    /// `YUVCoefficients.blueHeadroom`.
    func headroom(_ b: Double) -> Double {
      converter.matrix == .bt709 && !converter.isFullRange && (b == 0 || b == 255)
        ? 1 + 115.0 / 2048 : 1
    }
    func plane(_ width: Int, _ height: Int, _ value: (Int, Int) -> Double) -> [[Double]] {
      (0..<height).map { y in (0..<width).map { x in value(x, y) } }
    }
    func full(_ value: (Int, Int) -> Double) -> [[Double]] { plane(size.width, size.height, value) }

    let black: Double = converter.isFullRange ? 0 : 16
    let lumaScale = converter.isFullRange ? 1 : 219.0 / 255
    let chromaScale = converter.isFullRange ? 1 : 224.0 / 255
    switch converter.format {
    case .alpha: planes = [full { pixel($0, $1).a }]
    case .alphaAsLuma:
      let grey = plane((size.width + 1) / 2, (size.height + 1) / 2) { _, _ in 128 }
      planes = [full { pixel($0, $1).a }, grey, grey]
    case .packedRGB, .planarRGB:
      let (r, g, b) = (full { pixel($0, $1).r }, full { pixel($0, $1).g }, full { pixel($0, $1).b })
      planes = converter.format == .packedRGB ? [b, g, r] : [g, b, r]
    case .yuv444, .yuv444Deep:
      let scale: Double = converter.format == .yuv444 ? 1 : 4
      planes = [
        full { x, y in
          let p = pixel(x, y)
          return scale * (black + lumaScale * light(p.r, p.g, p.b))
        },
        full { x, y in
          let p = pixel(x, y)
          let cb = chromaScale * (p.b - light(p.r, p.g, p.b)) / (2 * (1 - kb))
          return scale * (128 + cb * (converter.format == .yuv444 ? headroom(p.b) : 1))
        },
        full { x, y in
          let p = pixel(x, y)
          return scale * (128 + chromaScale * (p.r - light(p.r, p.g, p.b)) / (2 * (1 - kr)))
        },
      ]
      if converter.format == .yuv444Deep(alpha: true) {
        planes.append(full { x, y in pixel(x, y).a * 1023 / 255 })
      }
    case .yuv420Deep: preconditionFailure("samples of high dynamic range are copied as they are")
    case .yuv420(let alpha):
      /// The mean colour of a block, weighted by alpha if alpha is kept.
      func mean(_ bx: Int, _ by: Int) -> (r: Double, g: Double, b: Double)? {
        var (r, g, b, weight) = (0.0, 0.0, 0.0, 0.0)
        for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
          let p = pixel(2 * bx + dx, 2 * by + dy)
          let w = alpha ? p.a : 1
          r += w * p.r
          g += w * p.g
          b += w * p.b
          weight += w
        }
        return weight > 0 ? (r / weight, g / weight, b / weight) : nil
      }
      planes = [
        full { x, y in
          var p = (r: pixel(x, y).r, g: pixel(x, y).g, b: pixel(x, y).b)
          if alpha, pixel(x, y).a == 0 {
            guard let m = mean(x / 2, y / 2) else { return 16 }
            p = m
          }
          return 16 + 219 / 255 * light(p.r, p.g, p.b)
        },
        plane((size.width + 1) / 2, (size.height + 1) / 2) { x, y in
          guard let m = mean(x, y) else { return 128 }
          return 128 + 224 / 255 * (m.b - light(m.r, m.g, m.b)) / (2 * (1 - kb)) * headroom(m.b)
        },
        plane((size.width + 1) / 2, (size.height + 1) / 2) { x, y in
          guard let m = mean(x, y) else { return 128 }
          return 128 + 224 / 255 * (m.r - light(m.r, m.g, m.b)) / (2 * (1 - kr))
        },
      ]
      if alpha { planes.append(full { pixel($0, $1).a }) }
    }
  }
}

/// Players' colours for the samples that animconv writes for flat colours.
@Suite struct FlatColorTests {
  /// Primaries, greys and pastels.
  static let colors: [(Double, Double, Double)] =
    [0.0, 128, 255].flatMap { r in
      [0.0, 128, 255].flatMap { g in [0.0, 128, 255].map { (r, g, $0) } }
    }
    + [(255, 200, 200), (200, 255, 200), (200, 200, 255), (64, 64, 64), (230, 230, 235)]

  /// Decoders with the standard's factors, and decoders that limit the factor of blue to 2.
  @Test(arguments: [2.112402, 2.0])
  func colorsComeBackFromExactDecodersAndFromThoseThatCutAFactor(blueFactor: Double) throws {
    let size = PixelSize(width: 8, height: 2)
    for (r, g, b) in Self.colors {
      let pixels = DrawnFrames.buffer(PixelBuffer.Pool(size: size)) { _, _ in
        (UInt8(r), UInt8(g), UInt8(b), 255)
      }
      let converter = PictureConverter(
        size: size, codedSize: size, format: .yuv420(alpha: false), matrix: .bt709)
      let picture = try Picture(
        width: 8, height: 2, format: .yuv420p, color: PictureConverterTests.tags)
      converter.convert(pixels, PixelRect(size), into: picture)
      let y = 255 / 219.0 * (Double(picture.plane(0)[0]) - 16)
      let u = Double(picture.plane(1)[0]) - 128
      let v = Double(picture.plane(2)[0]) - 128
      func clamp(_ value: Double) -> Double { min(255, max(0, value)) }
      let decoded = [
        clamp(y + 1.792741 * v), clamp(y - 0.213249 * u - 0.532909 * v),
        clamp(y + blueFactor * u),
      ]
      // Between the ends of its range, blue cannot be right for both kinds of decoders; there it is
      // right for the exact decoder.
      let isBlueAtEnd = b == 0 || b == 255
      for (index, (found, wanted)) in zip(decoded, [r, g, b]).enumerated() {
        if index == 2, blueFactor == 2, !isBlueAtEnd, r != g || g != b { continue }
        #expect(abs(found - wanted) <= 2.6, "component \(index) of \((r, g, b)): \(found)")
      }
    }
  }
}
