import Foundation
import FrameTestSupport
import TestSupport
import Testing

@testable import Raster
@testable import Reading
@testable import Stages

/// The colours of files are converted to sRGB: compared with the formulas of IEC 61966-2-1 and
/// ICC.1 in floating point. `Tests/Oracles/colors_in_browsers` compares them with browsers.
@Suite struct ColorConversionTests {
  typealias Colorants = ICCProfileBuilder.Colorants

  /// 64 colours, including all corners.
  private static let colors: [[UInt8]] = [0, 85, 170, 255].flatMap { red in
    [0, 85, 170, 255].flatMap { green in
      [0, 85, 170, 255].map { [UInt8(red), UInt8(green), UInt8($0)] }
    }
  }

  // MARK: The formulas

  private static func apply(_ columns: [[Double]], _ values: [Double]) -> [Double] {
    (0..<3).map { row in (0..<3).reduce(0) { $0 + columns[$1][row] * values[$1] } }
  }

  private static func inverse(_ m: [[Double]]) -> [[Double]] {
    func minor(_ column: Int, _ row: Int) -> Double {
      let (c, r) = ((0..<3).filter { $0 != column }, (0..<3).filter { $0 != row })
      return m[c[0]][r[0]] * m[c[1]][r[1]] - m[c[1]][r[0]] * m[c[0]][r[1]]
    }
    let determinant = (0..<3).reduce(0.0) {
      $0 + (($1 % 2 == 0) ? 1 : -1) * m[$1][0] * minor($1, 0)
    }
    return (0..<3).map { column in
      (0..<3).map { row in
        ((column + row) % 2 == 0 ? 1 : -1) * minor(row, column) / determinant
      }
    }
  }

  /// The sRGB sample for light, clamped at the ends.
  private static func sample(_ light: Double) -> UInt8 {
    let cut = min(max(light, 0), 1)
    let coded = cut <= 0.0031308 ? cut * 12.92 : 1.055 * pow(cut, 1 / 2.4) - 0.055
    return UInt8((coded * 255).rounded())
  }

  /// sRGB for light with other primaries and the same white.
  private static func standard(_ light: [Double], _ colorants: [[Double]]) -> [UInt8] {
    apply(inverse(Colorants.standard), apply(colorants, light)).map(sample)
  }

  /// X, Y and Z of primaries that add up to a white.
  private static func colorants(_ points: [Double]) -> [[Double]] {
    func tristimulus(_ index: Int) -> [Double] {
      let (x, y) = (points[2 * index], points[2 * index + 1])
      return [x / y, 1, (1 - x - y) / y]
    }
    let columns = (1...3).map(tristimulus)
    let scales = apply(inverse(columns), tristimulus(0))
    return zip(columns, scales).map { column, scale in column.map { $0 * scale } }
  }

  private static let daylight = [0.3127, 0.3290]
  private static let standardPoints = daylight + [0.64, 0.33, 0.30, 0.60, 0.15, 0.06]
  private static let displayP3Points = daylight + [0.68, 0.32, 0.265, 0.69, 0.15, 0.06]

  private static func standard(_ light: [Double], points: [Double]) -> [UInt8] {
    apply(inverse(colorants(standardPoints)), apply(colorants(points), light)).map(sample)
  }

  private func expect(
    _ found: [UInt32], _ expected: [[UInt8]], within tolerance: Int = 1,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(found.count == expected.count, sourceLocation: sourceLocation)
    var worst = 0
    for (pixel, color) in zip(found, expected) {
      for channel in 0..<3 {
        worst = max(worst, abs(Int(pixel >> UInt32(8 * channel) & 255) - Int(color[channel])))
      }
    }
    #expect(worst <= tolerance, sourceLocation: sourceLocation)
  }

  // MARK: Files

  private static func iccp(_ profile: [UInt8]) -> (String, [UInt8]) {
    ("iCCP", [0x78, 0, 0] + PNGBuilder.zlib(profile))
  }

  private static func numbers(_ values: Double...) -> [UInt8] {
    values.flatMap { PNGBuilder.word32(Int(($0 * 100_000).rounded())) }
  }

  private static func words(_ colors: [[UInt8]], alpha: UInt32 = 255) -> [UInt32] {
    colors.map { UInt32($0[0]) | UInt32($0[1]) << 8 | UInt32($0[2]) << 16 | alpha << 24 }
  }

  /// The decoded 8x8 pixels of ``colors`` in a PNG with these chunks.
  private func shown(_ chunks: (String, [UInt8])...) throws -> [UInt32] {
    var png = PNGBuilder(8, 8)
    for (type, content) in chunks { png.chunk(type, content) }
    png.data(Self.words(Self.colors))
    png.end()
    return try shown(png)
  }

  private func shown(
    _ png: PNGBuilder, warnings: [ReadingWarning.Kind] = []
  ) throws -> [UInt32] {
    let source = try openSource(.bytes(png.bytes, name: "color.png"))
    let pixels = try source.allPixels()
    #expect((source.info.warnings + source.warnings).map(\.kind) == warnings)
    return pixels.flatMap { $0 }
  }

  private static func light(_ color: [UInt8], _ curve: (Double) -> Double) -> [Double] {
    color.map { curve(Double($0) / 255) }
  }

  // MARK: PNG

  @Test func profilesOfColorsAreConverted() throws {
    let adobe = ICCProfileBuilder.rgb(Colorants.adobeRGB, .power(563.0 / 256))
    expect(
      try shown(Self.iccp(adobe)),
      Self.colors.map {
        Self.standard(Self.light($0) { pow($0, 563.0 / 256) }, Colorants.adobeRGB)
      })
    let displayP3 = ICCProfileBuilder.rgb(Colorants.displayP3, .standard(entries: 4096))
    expect(
      try shown(Self.iccp(displayP3)),
      Self.colors.map {
        Self.standard(Self.light($0, ICCProfileBuilder.light), Colorants.displayP3)
      })
    let linear = ICCProfileBuilder.rgb(Colorants.standard, .power(1))
    expect(
      try shown(Self.iccp(linear)), Self.colors.map { Self.light($0) { $0 }.map(Self.sample) })
  }

  @Test(arguments: [1024, 4096])
  func aProfileThatIsStandardChangesNothing(entries: Int) throws {
    let profile = ICCProfileBuilder.rgb(
      Colorants.standard, .standard(entries: entries), name: "Artifex")
    #expect(try shown(Self.iccp(profile)) == Self.words(Self.colors))
  }

  @Test func gammaIsConvertedWithAndWithoutPrimaries() throws {
    expect(
      try shown(("gAMA", Self.numbers(1))),
      Self.colors.map { Self.light($0) { $0 }.map(Self.sample) })
    expect(
      try shown(
        ("gAMA", Self.numbers(0.45455)),
        ("cHRM", Self.numbers(0.3127, 0.3290, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06))),
      Self.colors.map {
        Self.standard(Self.light($0) { pow($0, 1 / 0.45455) }, points: Self.displayP3Points)
      })
    // Browsers ignore these.
    #expect(try shown(("gAMA", Self.numbers(0.45455))) == Self.words(Self.colors))
    #expect(
      try shown(("cHRM", Self.numbers(0.3127, 0.3290, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06)))
        == Self.words(Self.colors))
    #expect(try shown(("gAMA", Self.numbers(0))) == Self.words(Self.colors))
  }

  @Test func codePointsAreConverted() throws {
    expect(
      try shown(("cICP", [12, 13, 0, 1])),
      Self.colors.map {
        Self.standard(Self.light($0, ICCProfileBuilder.light), points: Self.displayP3Points)
      })
    expect(
      try shown(("cICP", [1, 8, 0, 1])),
      Self.colors.map { Self.light($0) { $0 }.map(Self.sample) })
    // Unknown, and not RGB.
    #expect(try shown(("cICP", [2, 2, 0, 1])) == Self.words(Self.colors))
    #expect(try shown(("cICP", [12, 13, 1, 1])) == Self.words(Self.colors))
  }

  @Test func whatCountsMoreDecidesAndWhatIsDamagedDoesNotCount() throws {
    let linear = ("gAMA", Self.numbers(1))
    let expected = Self.colors.map { Self.light($0) { $0 }.map(Self.sample) }
    #expect(try shown(("sRGB", [0]), linear) == Self.words(Self.colors))
    #expect(try shown(("iCCP", [0x78, 0, 0] + PNGBuilder.zlib([1, 2, 3])), linear).count == 64)
    expect(try shown(("iCCP", [0x78, 0, 0] + PNGBuilder.zlib([1, 2, 3])), linear), expected)
    expect(try shown(("iCCP", [0x78, 0, 0, 9, 9, 9, 9]), linear), expected)
    let displayP3 = ICCProfileBuilder.rgb(Colorants.displayP3, .power(1))
    #expect(try shown(Self.iccp(displayP3), ("cICP", [1, 13, 0, 1])) == Self.words(Self.colors))
  }

  @Test func grayIsConvertedByProfilesOfGrayAndOfColors() throws {
    for profile in [
      ICCProfileBuilder.gray(.power(1.8)),
      ICCProfileBuilder.rgb(Colorants.standard, .power(1.8)),
    ] {
      var png = PNGBuilder(16, 16, color: 0)
      let (type, content) = Self.iccp(profile)
      png.chunk(type, content)
      png.chunk("IDAT", PNGBuilder.zlib(png.packed(w: 16, h: 16) { x, y in [16 * y + x] }))
      png.end()
      expect(
        try shown(png),
        (0...255).map { [UInt8](repeating: Self.sample(pow(Double($0) / 255, 1.8)), count: 3) })
    }
  }

  /// Browsers ignore such profiles.
  @Test func profilesOfOtherSamplesAreIgnored() throws {
    for profile in [
      ICCProfileBuilder.gray(.power(1.8)), ICCProfileBuilder.ink { _ in [128, 128, 128] },
    ] {
      var png = PNGBuilder(8, 8)
      let (type, content) = Self.iccp(profile)
      png.chunk(type, content)
      png.data(Self.words(Self.colors))
      png.end()
      #expect(try shown(png, warnings: [.nonconforming]) == Self.words(Self.colors))
    }
  }

  /// Every pixel layout gives the same result as 8-bit RGBA, and alpha stays.
  @Test func everyWayOfStoringPixelsIsConverted() throws {
    let chunk = Self.iccp(ICCProfileBuilder.rgb(Colorants.adobeRGB, .power(2.2)))
    let plain = try shown(chunk)
    #expect(plain != Self.words(Self.colors))
    for isInterlaced in [false, true] {
      for (depth, color) in [(8, 2), (16, 2), (16, 6), (8, 3)] {
        var png = PNGBuilder(8, 8, depth: depth, color: color, isInterlaced: isInterlaced)
        png.chunk(chunk.0, chunk.1)
        if color == 3 { png.palette(Self.colors) }
        let scale = depth == 16 ? 257 : 1
        png.chunk(
          "IDAT",
          PNGBuilder.zlib(
            png.packed(w: 8, h: 8) { x, y in
              if color == 3 { return [8 * y + x] }
              return Self.colors[8 * y + x].map { Int($0) * scale }
                + (color == 6 ? [255 * scale] : [])
            }))
        png.end()
        #expect(try shown(png) == plain, "\(depth) bits, type \(color), \(isInterlaced)")
      }
    }
    var half = PNGBuilder(8, 8)
    half.chunk(chunk.0, chunk.1)
    half.data(Self.words(Self.colors, alpha: 128))
    half.end()
    #expect(try shown(half) == plain.map { $0 & 0x00FF_FFFF | 128 << 24 })
  }

  @Test func everyFrameOfAnAnimationIsConverted() throws {
    let chunk = Self.iccp(ICCProfileBuilder.rgb(Colorants.displayP3, .power(2.2)))
    func animation(_ profile: Bool, isInterlaced: Bool) throws -> [UInt32] {
      var png = PNGBuilder(8, 8, isInterlaced: isInterlaced)
      if profile { png.chunk(chunk.0, chunk.1) }
      png.animation(frames: 2)
      png.control(w: 8, h: 8)
      png.data(Self.words(Self.colors))
      png.control(x: 2, y: 2, w: 4, h: 4, blend: 1)
      png.frameData(
        (0..<16).map { $0 % 3 == 0 ? 0 : Self.words(Self.colors)[63 - $0] })
      png.end()
      return try shown(png)
    }
    let stored = try animation(false, isInterlaced: false)
    let converted = try animation(true, isInterlaced: false)
    #expect(try animation(true, isInterlaced: true) == converted)
    // The same colour gives the same result at every position.
    let map = Dictionary(
      zip(stored, converted),
      uniquingKeysWith: { one, other in
        #expect(one == other)
        return one
      })
    #expect(map.count == 64)
    #expect(stored != converted)
  }

  // MARK: WebP and JPEG

  @Test func aWebPIsConverted() throws {
    var webp = WebPBuilder(4, 4)
    webp.raw(
      WebPBuilder.chunk("ICCP", ICCProfileBuilder.rgb(Colorants.displayP3, .power(1))))
    webp.frame(WebPBuilder.Frame(w: 4, h: 4, fill: WebPBuilder.red))
    let source = try openWebP(webp.bytes)
    #expect(source.info.warnings.isEmpty)
    let red = WebPBuilder.red
    let stored = (0..<3).map { UInt8(red >> UInt32(8 * $0) & 255) }
    expect(
      try source.allPixels()[0],
      Array(
        repeating: Self.standard(Self.light(stored) { $0 }, Colorants.displayP3), count: 16))
  }

  /// 16x16 of four squares without ink, with cyan, with magenta and yellow, with black: Pillow,
  /// `Image.frombytes("CMYK", ...).save("JPEG", quality=95, subsampling=0, optimize=True)`.
  private static let ink = """
    /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwACAQEBAQECAQEBAgICAgIEAwICAgIFBAQDBAYFBgYGBQYGBgcJCAYHCQcGBggL\
    CAkKCgoKCgYICwwLCgwJCgoK/8AAFAgAEAAQBEMRAE0RAFkRAEsRAP/EABYAAQEBAAAAAAAAAAAAAAAAAAoACf/EABQQ\
    AQAAAAAAAAAAAAAAAAAAAAD/2gAOBEMATQBZAEsAAD8A38b+N/G/gAaSP8ADADSP8P8AAA3/2Q==
    """

  /// The same squares from stored components 255, 0, 0, 255 (luma) with 128, 128, and 255, 255, 0,
  /// 0 for black, and with 2 for the transform in the Adobe segment, which makes it YCCK: all three
  /// inks, none, none with black, all with black. Pillow reads it the same way.
  private static let lumaInk = """
    /9j/7gAOQWRvYmUAZAAAAAAC/9sAQwACAQEBAQECAQEBAgICAgIEAwICAgIFBAQDBAYFBgYGBQYGBgcJCAYHCQcGBggL\
    CAkKCgoKCgYICwwLCgwJCgoK/8AAFAgAEAAQBEMRAE0RAFkRAEsRAP/EABYAAQEBAAAAAAAAAAAAAAAAAAAKCf/EABQQ\
    AQAAAAAAAAAAAAAAAAAAAAD/2gAOBEMATQBZAEsAAD8A38Bv4gDAAQBr/AH/2Q==
    """

  private static func lab(_ inks: [Int]) -> [UInt8] {
    [
      UInt8(255 - 40 * inks[0] - 50 * inks[1] - 20 * inks[2] - 120 * inks[3]),
      UInt8(128 - 30 * inks[0] + 40 * inks[1]), UInt8(128 - 30 * inks[0] + 50 * inks[2]),
    ]
  }

  /// sRGB for 8-bit L, a and b of version 2, by ICC.1 and the definition of CIELAB.
  private static func standard(lab: [UInt8]) -> [UInt8] {
    let y = (Double(lab[0]) / 2.55 + 16) / 116
    let values = [y + (Double(lab[1]) - 128) / 500, y, y - (Double(lab[2]) - 128) / 200]
    let light = zip([0.9642, 1, 0.8249], values).map { white, f in
      white * (f > 6.0 / 29 ? f * f * f : 3 * 36.0 / 841 * (f - 4.0 / 29))
    }
    return apply(inverse(Colorants.standard), light).map(sample)
  }

  private func squares(_ base64: String, _ profile: [UInt8]) throws -> [UInt32] {
    let jpeg = try #require(Data(base64Encoded: base64))
    // In two segments.
    let parts = [profile.prefix(500), profile.dropFirst(500)]
    let segments = parts.enumerated().map { index, part in
      let content = Array("ICC_PROFILE\0".utf8) + [UInt8(index + 1), 2] + part
      let count = content.count + 2
      return [0xFF, 0xE2, UInt8(count >> 8), UInt8(count & 255)] + content
    }
    return try TemporaryFolder.with { folder in
      try folder.write([0xFF, 0xD8] + segments.flatMap { $0 } + jpeg.dropFirst(2), to: "1.jpg")
      let source = try openSource(.path(folder.path))
      let pixels = try #require(try source.next()).pixels.rgbaWords
      #expect(source.warnings.isEmpty)
      return [4 * 16 + 4, 4 * 16 + 12, 12 * 16 + 4, 12 * 16 + 12].map { pixels[$0] }
    }
  }

  @Test func inkOfJPEGIsConverted() throws {
    let profile = ICCProfileBuilder.ink(Self.lab)
    expect(
      try squares(Self.ink, profile),
      [[0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 1, 0], [0, 0, 0, 1]].map {
        Self.standard(lab: Self.lab($0))
      }, within: 2)
    expect(
      try squares(Self.lumaInk, profile),
      [[1, 1, 1, 0], [0, 0, 0, 0], [0, 0, 0, 1], [1, 1, 1, 1]].map {
        Self.standard(lab: Self.lab($0))
      }, within: 2)
  }

  @Test func aProfileInPartsIsPutTogetherOrSkipped() throws {
    let profile = ICCProfileBuilder.gray(.power(1.8))
    func segment(_ number: UInt8, _ count: UInt8, _ part: ArraySlice<UInt8>) -> [UInt8] {
      let content = Array("ICC_PROFILE\0".utf8) + [number, count] + part
      return [0xFF, 0xE2, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)]
        + content
    }
    let (one, two) = (segment(1, 2, profile[..<100]), segment(2, 2, profile[100...]))
    let start: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2]
    #expect(ICCProfile(inJPEG: start + one + two + [0xFF, 0xDA])?.bytes == profile)
    #expect(ICCProfile(inJPEG: start + two + one + [0xFF, 0xDA])?.bytes == profile)
    #expect(ICCProfile(inJPEG: start + one + [0xFF, 0xDA] + two) == nil)
    let whole = start + one + two
    for count in 0..<whole.count { #expect(ICCProfile(inJPEG: Array(whole[..<count])) == nil) }
  }

  @Test func whatLittleCMSDoesNotTakeIsNamed() throws {
    var profile = ICCProfileBuilder.rgb(Colorants.displayP3, .power(2), name: "Broken")
    // The tag of red's curve is renamed.
    let tag = try #require(profile.indices.first { profile[$0...].starts(with: "rTRC".utf8) })
    profile[tag] = 0x58
    var png = PNGBuilder(8, 8)
    let (type, content) = Self.iccp(profile)
    png.chunk(type, content)
    png.data(Self.words(Self.colors))
    png.end()
    let source = try openSource(.bytes(png.bytes, name: "color.png"))
    #expect(
      source.info.warnings.map(\.detail) == [
        "the colours are in the profile 'Broken', which animconv does not convert; they are treated "
          + "as sRGB"
      ])
    #expect(try source.allPixels() == [Self.words(Self.colors)])
  }
}
