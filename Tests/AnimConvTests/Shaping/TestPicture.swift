import TestSupport
import Testing

@testable import AnimConv
@testable import Raster

/// A picture as plain bytes, for slow and simple reference versions.
struct TestPicture: Equatable {
  enum Alpha: CaseIterable { case opaque, binary, any }

  var size: PixelSize
  var bytes: [UInt8]

  init(size: PixelSize, filledWith pixel: [UInt8] = [0, 0, 0, 0]) {
    self.size = size
    bytes = Array(repeatElement(pixel, count: size.area).joined())
  }

  init(size: PixelSize, alpha: Alpha, using numbers: inout SeededGenerator) {
    self.init(size: size)
    scribble(PixelRect(size), alpha: alpha, using: &numbers)
  }

  init(_ buffer: PixelBuffer) {
    size = buffer.size
    bytes = buffer.withBytes { Array($0) }
  }

  /// Gives every pixel of a rectangle a random value.
  mutating func scribble(_ rect: PixelRect, alpha: Alpha, using numbers: inout SeededGenerator) {
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX {
        let random = numbers.next()
        let value: UInt8 =
          switch alpha {
          case .opaque: 255
          case .binary: random & 1 << 40 == 0 ? 0 : 255
          case .any: UInt8(truncatingIfNeeded: random >> 32)
          }
        self[x, y] =
          value == 0 ? [0, 0, 0, 0] : (0..<3).map { UInt8(random >> (8 * $0) & 255) } + [value]
      }
    }
  }

  /// Red, green, blue and alpha.
  subscript(x: Int, y: Int) -> [UInt8] {
    get { Array(bytes[(y * size.width + x) * 4..<(y * size.width + x) * 4 + 4]) }
    set { for channel in 0..<4 { bytes[(y * size.width + x) * 4 + channel] = newValue[channel] } }
  }

  func buffer() -> PixelBuffer {
    let buffer = PixelBuffer.Pool(size: size).take()
    buffer.base.update(from: bytes, count: bytes.count)
    return buffer
  }

  func frame(_ index: Int = 0, changed: PixelRect? = nil) -> CanvasFrame {
    CanvasFrame(index: index, pixels: buffer(), changed: changed ?? PixelRect(size))
  }

  /// A copy of the pixels of a rectangle.
  func cut(_ rect: PixelRect) -> TestPicture {
    var result = TestPicture(size: rect.size)
    for y in 0..<rect.height {
      for x in 0..<rect.width { result[x, y] = self[rect.x + x, rect.y + y] }
    }
    return result
  }
}

extension PixelRect {
  /// A random rectangle inside a picture; sometimes empty.
  static func random(in size: PixelSize, using numbers: inout SeededGenerator) -> PixelRect {
    let x = Int.random(in: 0..<size.width, using: &numbers)
    let y = Int.random(in: 0..<size.height, using: &numbers)
    let width = Int.random(in: 0...size.width - x, using: &numbers)
    let height = Int.random(in: 0...size.height - y, using: &numbers)
    return PixelRect(x: x, y: y, width: width, height: height)
  }
}

func shaped(
  _ picture: TestPicture, _ options: Conversion.Shaping, hasAlpha: Bool = true
) throws -> TestPicture {
  let plan = try ShapingPlan(options, source: picture.size, hasAlpha: hasAlpha)
  return TestPicture(try Shaper(plan).shape(picture.frame()).color.pixels)
}
