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

  /// Whether the format holds a row exactly.
  func holds(_ pixels: UnsafePointer<UInt32>, width: Int) -> Bool {
    switch format {
    case .rgba, .wide: return true
    case .rgb:
      var all = UInt32.max
      for x in 0..<width { all &= pixels[x] }
      return all.littleEndian >> 24 == 255
    case .grayAlpha, .gray:
      var differences: UInt32 = 0
      var all = UInt32.max
      for x in 0..<width {
        let pixel = pixels[x].littleEndian
        differences |= (pixel ^ pixel >> 8) & 0xFFFF
        all &= pixel
      }
      guard differences == 0 else { return false }
      guard case .gray(let bits) = format else { return true }
      let step = UInt32(255 / ((1 << bits) - 1))
      return all >> 24 == 255
        && (step == 1
          || (0..<width).allSatisfy { (pixels[$0].littleEndian & 255).isMultiple(of: step) })
    case .palette:
      var last: UInt32?
      for x in 0..<width where pixels[x] != last {
        if table.number(of: pixels[x]) == nil { return false }
        last = pixels[x]
      }
      return true
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
          last = (color, UInt8(truncatingIfNeeded: table.number(of: color) ?? 0))
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
