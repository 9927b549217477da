import TestSupport

@testable import AnimConv
@testable import Raster
@testable import Writing

/// Picture files of one colour, made by the package's own writer.
enum PictureFiles {
  /// A PNG whose every pixel is this one, red in the lowest byte.
  static func png(_ width: Int, _ height: Int, _ pixel: UInt32 = 0xFF00_00FF) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let isOpaque = pixel >> 24 == 255
    let writer = try PNGWriter(
      PixelSize(width: width, height: height), isOpaque ? .rgb : .rgba
    ) { bytes += $0 }
    let samples = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: pixel >> $0) }
    let row = Array(repeating: samples.prefix(isOpaque ? 3 : 4), count: width).flatMap(\.self)
    for _ in 0..<height { try row.withUnsafeBytes { try writer.writeRow($0) } }
    try writer.finish()
    return bytes
  }

  /// A pixel that tells a frame's number.
  static func pixel(_ number: Int) -> UInt32 {
    0xFF00_0000 | UInt32(number % 256) | UInt32(number / 256) << 8 | 0x40_0000
  }

  /// The number that ``pixel(_:)`` made a picture of.
  static func number(_ frame: Frame) -> Int {
    let pixel = frame.pixels.rgbaWords[frame.pixels.size.area / 2]
    return Int(pixel & 0xFF) | Int(pixel >> 8 & 0xFF) << 8
  }
}

extension TemporaryFolder {
  /// Writes numbered pictures whose colours are their numbers.
  func writePictures(
    _ numbers: some Sequence<Int>, size: Int = 8, name: (Int) -> String = { "f\($0).png" }
  ) throws {
    for number in numbers {
      try write(PictureFiles.png(size, size, PictureFiles.pixel(number)), to: name(number))
    }
  }
}
