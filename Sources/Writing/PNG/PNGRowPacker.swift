/// Converts rows of straight RGBA to the bytes of a ``PNGPixelFormat``.
struct PNGRowPacker {
  private let format: PNGPixelFormat
  private var table = ColorTable()

  init(_ format: PNGPixelFormat) {
    self.format = format
    if case .palette(let colors, _) = format {
      for color in colors { _ = table.add(color) }
    }
  }

  /// Packs `width` pixels into ``PNGPixelFormat/bytesPerRow(width:)`` bytes.
  func pack(
    _ pixels: UnsafePointer<UInt32>, width: Int, into bytes: UnsafeMutablePointer<UInt8>
  ) {
    switch format {
    case .wide: preconditionFailure("rows of 8 bits a sample")
    case .rgba:
      UnsafeMutableRawPointer(bytes).copyMemory(from: pixels, byteCount: width * 4)
    case .rgb:
      var out = bytes
      for x in 0..<width {
        let pixel = pixels[x].littleEndian
        out[0] = UInt8(truncatingIfNeeded: pixel)
        out[1] = UInt8(truncatingIfNeeded: pixel >> 8)
        out[2] = UInt8(truncatingIfNeeded: pixel >> 16)
        out += 3
      }
    case .grayAlpha:
      for x in 0..<width {
        let pixel = pixels[x].littleEndian
        bytes[2 * x] = UInt8(truncatingIfNeeded: pixel)
        bytes[2 * x + 1] = UInt8(truncatingIfNeeded: pixel >> 24)
      }
    case .gray(let bits):
      let step = 255 / UInt32((1 << bits) - 1)
      fill(bits, pixels, width, bytes) { UInt8(truncatingIfNeeded: ($0.littleEndian & 255) / step) }
    case .palette(_, let bits):
      var last: (color: UInt32, number: UInt8) = (0, 0)
      var hasLast = false
      fill(bits, pixels, width, bytes) { color in
        if !hasLast || color != last.color {
          last = (color, UInt8(truncatingIfNeeded: table.number(of: color)))
          hasLast = true
        }
        return last.number
      }
    }
  }

  /// Packs small samples from the high bits of each byte.
  @inline(__always)
  private func fill(
    _ bits: Int, _ pixels: UnsafePointer<UInt32>, _ width: Int,
    _ bytes: UnsafeMutablePointer<UInt8>, _ sample: (UInt32) -> UInt8
  ) {
    if bits == 8 {
      for x in 0..<width { bytes[x] = sample(pixels[x]) }
      return
    }
    let perByte = 8 / bits
    for start in stride(from: 0, to: width, by: perByte) {
      var byte: UInt8 = 0
      for x in start..<min(start + perByte, width) {
        byte |= sample(pixels[x]) << UInt8(8 - bits - (x - start) * bits)
      }
      bytes[start / perByte] = byte
    }
  }
}
