import Libav
import TestSupport
import Testing

@testable import Raster
@testable import Writing

/// 4:2:0 that is corrected for the way players show it.
@Suite struct SharpConverterTests {
  private static let sizes = [
    PixelSize(width: 1, height: 1), PixelSize(width: 2, height: 5),
    PixelSize(width: 37, height: 29),
    PixelSize(width: 290, height: 75),
  ]

  private static func converter(
    _ size: PixelSize, isSharp: Bool = true, _ matrix: VideoOptions.Matrix = .bt709,
    isFullRange: Bool = false
  ) -> PictureConverter {
    PictureConverter(
      size: size, codedSize: PictureConverterTests.coded(size, pads: true),
      format: .yuv420(alpha: false), matrix: matrix, isFullRange: isFullRange, isSharp: isSharp)
  }

  private static func picture(_ converter: PictureConverter) throws -> Picture {
    try Picture(
      width: converter.codedSize.width, height: converter.codedSize.height, format: .yuv420p,
      color: PictureConverterTests.tags)
  }

  private static func samples(_ picture: Picture) -> [[UInt8]] {
    (0..<3).map { plane in
      let (width, height) =
        plane == 0
        ? (picture.width, picture.height) : (picture.width / 2, picture.height / 2)
      return (0..<height).flatMap { y in
        Array(
          UnsafeBufferPointer(
            start: picture.plane(plane) + y * picture.stride(plane), count: width))
      }
    }
  }

  /// Squares of 3 pixels in random colours: small, hard and coloured.
  private static func squares(_ size: PixelSize, seed: UInt64) -> PixelBuffer {
    var generator = SeededGenerator(seed: seed)
    let across = size.width / 3 + 1
    let colors = (0..<(across * (size.height / 3 + 1))).map { _ in
      UInt32(truncatingIfNeeded: generator.next())
    }
    return DrawnFrames.buffer(PixelBuffer.Pool(size: size)) { x, y in
      let color = colors[y / 3 * across + x / 3]
      return (
        UInt8(truncatingIfNeeded: color), UInt8(truncatingIfNeeded: color >> 8),
        UInt8(truncatingIfNeeded: color >> 16), 255
      )
    }
  }

  /// The result of FFmpeg's own converter for samples.
  private static func decoded(_ picture: Picture, _ size: PixelSize) throws -> [UInt8] {
    let scaler = RGBAConverter(
      width: picture.width, height: picture.height, matrix: .bt709, isFullRange: false)
    var bytes = [UInt8](repeating: 0, count: picture.width * picture.height * 4 + 64)
    try bytes.withUnsafeMutableBufferPointer { try scaler.convert(picture, into: $0.baseAddress!) }
    return bytes
  }

  /// Frames share samples outside of changes, so samples must not depend on the order of
  /// conversion.
  @Test(arguments: sizes)
  func updatingAPartGivesTheSamplesOfTheWhole(size: PixelSize) throws {
    var generator = SeededGenerator(seed: 3)
    let converter = Self.converter(size)
    let (before, other) = (Self.squares(size, seed: 1), Self.squares(size, seed: 2))
    for _ in 0..<6 {
      let x = Int.random(in: 0..<size.width, using: &generator)
      let y = Int.random(in: 0..<size.height, using: &generator)
      let rect = PixelRect(
        x: x, y: y, width: Int.random(in: 1...size.width - x, using: &generator),
        height: Int.random(in: 1...size.height - y, using: &generator))
      let after = DrawnFrames.buffer(PixelBuffer.Pool(size: size)) { x, y in
        let inside = rect.contains(PixelRect(x: x, y: y, width: 1, height: 1))
        let at = (inside ? other : before).base + y * before.stride + x * 4
        return (at[0], at[1], at[2], at[3])
      }
      let byParts = try Self.picture(converter)
      converter.convert(before, PixelRect(size), into: byParts)
      converter.convert(after, rect, into: byParts)
      let whole = try Self.picture(converter)
      converter.convert(after, PixelRect(size), into: whole)
      #expect(Self.samples(byParts) == Self.samples(whole), "\(size) \(rect)")
    }
  }

  /// A single colour needs no correction, because every decoder shows it exactly.
  @Test(arguments: [VideoOptions.Matrix.bt709, .bt601], [false, true])
  func oneColorHasItsUsualSamples(matrix: VideoOptions.Matrix, isFullRange: Bool) throws {
    let size = PixelSize(width: 12, height: 10)
    if isFullRange, matrix == .bt601 { return }
    let plain = Self.converter(size, isSharp: false, matrix, isFullRange: isFullRange)
    let sharp = Self.converter(size, matrix, isFullRange: isFullRange)
    for color in [0x00_0000, 0xFF_FFFF, 0x80_8080, 0x20_C0E0, 0xFF_0000, 0x00_FF00, 0x10_4020] {
      let pixels = DrawnFrames.buffer(PixelBuffer.Pool(size: size)) { _, _ in
        (UInt8(color & 255), UInt8(color >> 8 & 255), UInt8(color >> 16 & 255), 255)
      }
      let (usual, found) = (try Self.picture(sharp), try Self.picture(sharp))
      plain.convert(pixels, PixelRect(size), into: usual)
      sharp.convert(pixels, PixelRect(size), into: found)
      for (a, b) in zip(Self.samples(usual), Self.samples(found)) {
        let worst = zip(a, b).map { abs(Int($0) - Int($1)) }.max()!
        #expect(worst <= 2, "\(String(color, radix: 16)) is off by \(worst)")
      }
    }
  }

  /// Judged by FFmpeg's decoder, which enlarges chroma in another way than the model here.
  @Test func decodersShowSmallShapesWithTheirBrightness() throws {
    let size = PixelSize(width: 96, height: 72)
    let pixels = Self.squares(size, seed: 5)
    func light(_ at: UnsafePointer<UInt8>) -> Double {
      let linear = (0..<3).map { (Double(at[$0]) / 255) * (Double(at[$0]) / 255) }
      return (0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]).squareRoot()
    }
    func error(isSharp: Bool) throws -> Double {
      let converter = Self.converter(size, isSharp: isSharp)
      let picture = try Self.picture(converter)
      converter.convert(pixels, PixelRect(size), into: picture)
      let shown = try Self.decoded(picture, size)
      var sum = 0.0
      for y in 0..<size.height {
        for x in 0..<size.width {
          let source = light(pixels.base + y * pixels.stride + x * 4)
          let found = shown.withUnsafeBufferPointer {
            light($0.baseAddress! + (y * size.width + x) * 4)
          }
          sum += abs(source - found)
        }
      }
      return sum / Double(size.area)
    }
    let (plain, sharp) = (try error(isSharp: false), try error(isSharp: true))
    #expect(sharp < 0.8 * plain, "\(sharp) instead of \(plain)")
  }
}
