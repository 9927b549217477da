internal import Raster
internal import Stages

/// A whole picture as the bytes of a Quite OK Image (specification 1.0).
enum QOIPicture {
  /// The largest number of pixels that the reference reader accepts.
  static let maxPixels = 400_000_000

  static func encode(_ pixels: PixelBuffer) throws -> [UInt8] {
    let size = pixels.size
    guard size.area <= maxPixels else { throw WritingError.tooLarge(size, "QOI") }
    let isOpaque = pixels.isOpaque(in: PixelRect(size))
    var coder = QOICoder(capacity: size.area)
    coder.bytes += Array("qoif".utf8)
    for side in [size.width, size.height] {
      for shift in [24, 16, 8, 0] { coder.bytes.append(UInt8(truncatingIfNeeded: side >> shift)) }
    }
    // sRGB with straight alpha.
    coder.bytes += [isOpaque ? 3 : 4, 0]
    for y in 0..<size.height {
      let row = pixels.base + y * pixels.stride
      for x in 0..<size.width {
        let place = row + x * 4
        coder.append(SIMD4(place[0], place[1], place[2], place[3]))
      }
    }
    coder.finish()
    return coder.bytes
  }
}

/// Codes pixels one after another.
private struct QOICoder {
  var bytes: [UInt8] = []
  private var last = SIMD4<UInt8>(0, 0, 0, 255)
  private var run: UInt8 = 0
  private var seen = [SIMD4<UInt8>](repeating: .zero, count: 64)

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  mutating func append(_ pixel: SIMD4<UInt8>) {
    if pixel == last {
      run += 1
      if run == 62 { endRun() }
      return
    }
    endRun()
    let place = Int((pixel &* SIMD4(3, 5, 7, 11)).wrappedSum() % 64)
    if seen[place] == pixel {
      bytes.append(UInt8(place))
    } else {
      seen[place] = pixel
      code(pixel)
    }
    last = pixel
  }

  private mutating func code(_ pixel: SIMD4<UInt8>) {
    guard pixel.w == last.w else {
      bytes += [0xFF, pixel.x, pixel.y, pixel.z, pixel.w]
      return
    }
    func change(_ channel: Int) -> Int { Int(Int8(bitPattern: pixel[channel] &- last[channel])) }
    let (red, green, blue) = (change(0), change(1), change(2))
    if -2...1 ~= red, -2...1 ~= green, -2...1 ~= blue {
      let changes: Int = (red + 2) << 4 | (green + 2) << 2 | (blue + 2)
      bytes.append(UInt8(0x40 | changes))
    } else if -32...31 ~= green, -8...7 ~= red - green, -8...7 ~= blue - green {
      let others: Int = (red - green + 8) << 4 | (blue - green + 8)
      bytes.append(UInt8(0x80 | (green + 32)))
      bytes.append(UInt8(others))
    } else {
      bytes += [0xFE, pixel.x, pixel.y, pixel.z]
    }
  }

  private mutating func endRun() {
    if run > 0 { bytes.append(0xC0 | (run - 1)) }
    run = 0
  }

  mutating func finish() {
    endRun()
    bytes += [0, 0, 0, 0, 0, 0, 0, 1]
  }
}
