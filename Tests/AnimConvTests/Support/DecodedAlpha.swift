import SystemPackage
import TestSupport

@testable import AnimConv
@testable import Raster
@testable import Reading

/// Independent decoders' results for videos whose transparency is compared with a source.
enum DecodedAlpha {
  /// The source's frames of a plan, one for each output frame, RGBA.
  static func source(_ plan: Conversion.Plan, of input: AnimationInput) throws -> [TestPicture] {
    let source = try openSource(input)
    var pictures: [TestPicture] = []
    while let frame = try source.next() { pictures.append(TestPicture(frame.pixels)) }
    return plan.sourceIndices.map { pictures[$0] }
  }

  /// Each frame of a video as grey, limited to the first `size` pixels.
  static func gray(_ path: FilePath, coded: PixelSize, size: PixelSize) throws -> [[UInt8]] {
    let bytes = try FFprobe.decode(path.string, pixelFormat: "gray")
    return stride(from: 0, to: bytes.count, by: coded.area).map { start in
      (0..<size.height).flatMap { y in
        let first = start + y * coded.width
        return bytes[first..<first + size.width]
      }
    }
  }

  /// Each frame of a video as RGB or RGBA, limited to the first `size` pixels.
  static func color(
    _ path: FilePath, format: String = "rgb24", decoder: String? = nil, coded: PixelSize,
    size: PixelSize
  ) throws -> [[UInt8]] {
    let bytes = try FFprobe.decode(path.string, pixelFormat: format, decoder: decoder)
    let channels = format == "rgb24" ? 3 : 4
    return stride(from: 0, to: bytes.count, by: coded.area * channels).map { start in
      (0..<size.height).flatMap { y in
        let row = start + y * coded.width * channels
        return bytes[row..<row + size.width * channels]
      }
    }
  }

  /// The mean difference of alpha, in steps of 255.
  static func meanError(_ found: [[UInt8]], _ source: [TestPicture]) -> Double {
    var sum = 0
    for (gray, picture) in zip(found, source) {
      for (index, value) in gray.enumerated() {
        sum += abs(Int(value) - Int(picture.bytes[index * 4 + 3]))
      }
    }
    return Double(sum) / Double(max(1, source.count * source[0].size.area))
  }

  /// The largest difference of alpha, in steps of 255.
  static func largestError(_ found: [[UInt8]], _ source: [TestPicture]) -> Int {
    var worst = found.count == source.count ? 0 : 256
    for (gray, picture) in zip(found, source) {
      for (index, value) in gray.enumerated() {
        worst = max(worst, abs(Int(value) - Int(picture.bytes[index * 4 + 3])))
      }
    }
    return worst
  }

  /// The mean visible difference over a background after joining colour and alpha, in steps of 255,
  /// at pixels that are not opaque in the source and their neighbours.
  static func meanRimError(
    _ colors: [[UInt8]], _ alphas: [[UInt8]], _ source: [TestPicture], background: Int
  ) -> Double {
    var sum = 0.0
    var count = 0
    let (width, height) = (source[0].size.width, source[0].size.height)
    for (frame, picture) in source.enumerated() {
      func alpha(_ x: Int, _ y: Int) -> UInt8 { picture.bytes[(y * width + x) * 4 + 3] }
      for y in 0..<height {
        for x in 0..<width where alpha(x, y) > 0 {
          let isRim = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1), (x, y)].contains {
            $0.0 >= 0 && $0.1 >= 0 && $0.0 < width && $0.1 < height && alpha($0.0, $0.1) < 255
          }
          guard isRim else { continue }
          let pixel = y * width + x
          for channel in 0..<3 {
            func over(_ color: UInt8, _ alpha: UInt8) -> Double {
              (Double(color) * Double(alpha) + Double(background) * Double(255 - alpha)) / 255
            }
            let wanted = over(picture.bytes[pixel * 4 + channel], alpha(x, y))
            let found = over(colors[frame][pixel * 3 + channel], alphas[frame][pixel])
            sum += abs(wanted - found)
          }
          count += 3
        }
      }
    }
    return sum / Double(max(1, count))
  }
}

/// Animations with soft and hard edges, drawn by rules.
enum TransparentAnimation {
  /// A moving disc with a soft edge over stripes with alpha 160 on transparency; straight colours,
  /// 12 frames of 40 ms.
  static func apng(width: Int = 119, height: Int = 90) -> [UInt8] {
    var png = PNGBuilder(width, height)
    png.animation(frames: 12)
    for index in 0..<12 {
      png.control(w: width, h: height, delay: (40, 1000))
      let pixels = (0..<width * height).map { pixel -> UInt32 in
        let (x, y) = (pixel % width, pixel / width)
        let (dx, dy) = (x - 30 - index * 4, y - 45)
        let far = dx * dx + dy * dy
        let disc = UInt32(max(0, min(255, (700 - far) * 2)))
        if disc > 0 {
          return disc << 24 | UInt32(40 + x) << 16 | UInt32(60 + y) << 8 | 230
        }
        return y > 60 && x / 7 % 2 == 0 ? 0xA0_F0_90_20 : 0
      }
      if index == 0 { png.data(pixels) } else { png.frameData(pixels) }
    }
    png.end()
    return png.bytes
  }

  /// Three sprites with hard edges and delays of 40, 80 and 200 ms.
  static func gif() -> [UInt8] {
    var gif = GIFBuilder(90, 66)
    gif.loop(0)
    for (index, delay) in [4, 8, 20].enumerated() {
      gif.frame(
        .init(
          x: 5 + index * 20, y: 7 + index * 9, w: 31, h: 29, fill: UInt8(index + 1), delay: delay,
          disposal: 2))
    }
    gif.end()
    return gif.bytes
  }
}
