import FrameTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import Raster
@testable import Reading
@testable import Writing

@Suite(.enabled(if: Zopfli.shared != nil, "install libzopfli"))
struct SmallestPNGWriterTests {
  private func pictures() -> [PixelBuffer] {
    let size = PixelSize(width: 61, height: 47)
    let pool = PixelBuffer.Pool(size: size)
    return [
      DrawnFrames.buffer(pool) { x, y in
        (UInt8(x * 4), UInt8(y * 5), UInt8(x ^ y), UInt8(x + y > 30 ? 255 : x * 2))
      },
      DrawnFrames.buffer(pool) { x, y in (UInt8(x / 8 * 30), 0, UInt8(y / 9 * 40), 255) },
      DrawnFrames.buffer(pool) { x, y in
        let gray = UInt8((x * x + y * y) / 40 & 0xFF)
        return (gray, gray, gray, 255)
      },
      DrawnFrames.noise(size: size, seed: 3, opaque: true),
    ]
  }

  /// Judged by ffmpeg's decoder.
  @Test func theSmallestFileHasTheSamePixels() throws {
    for (index, picture) in pictures().enumerated() {
      var options = PNGWritingOptions()
      options.level = 9
      let plain = try PNGPicture.encode(picture, options: options)
      options.isOptimized = true
      let file = try PNGPicture.encode(picture, options: options)
      // Noise keeps its size.
      #expect(file.count <= plain.count - (index < 3 ? 1 : 0), "picture \(index)")
      #expect(try PNGPicture.encode(picture, options: options) == file)
      try TemporaryFolder.with { folder in
        try folder.write(file, to: "small.png")
        let decoded = try DrawnSheet(
          decoding: folder.appending("small.png").string, picture.size)
        let expected = (0..<picture.size.area).map { at in
          (0..<4).reduce(UInt32(0)) { $0 | UInt32(picture.base[at * 4 + $1]) << UInt32($1 * 8) }
        }
        #expect(decoded.pixels == expected)
      }
      options.formats = .withAlpha
      // Grey with alpha, or RGBA.
      #expect([4, 6].contains(try PNGPicture.encode(picture, options: options)[25]))
    }
  }
}
