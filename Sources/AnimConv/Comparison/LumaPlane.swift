internal import Raster

/// The luma of a picture on an opaque background: full range, 8 bits, ITU-R BT.709.
struct LumaPlane {
  private(set) var values: [UInt8] = []
  private(set) var size = PixelSize(width: 0, height: 0)

  /// Takes a picture that is opaque. The memory of the one before is used again.
  ///
  /// - Complexity: one pass over the pixels.
  mutating func set(_ pixels: PixelBuffer) {
    size = pixels.size
    if values.count != size.area { values = [UInt8](repeating: 0, count: size.area) }
    pixels.withBytes { bytes in
      values.withUnsafeMutableBufferPointer { values in
        let words = bytes.bindMemory(to: UInt32.self)
        for index in 0..<values.count {
          let word = words[index].littleEndian
          // 0.2126, 0.7152 and 0.0722 in 65,536ths, which add up to one.
          let sum =
            (word & 255) &* 13_933 &+ (word >> 8 & 255) &* 46_871 &+ (word >> 16 & 255) &* 4_732
          values[index] = UInt8(truncatingIfNeeded: (sum &+ 32_768) >> 16)
        }
      }
    }
  }
}
