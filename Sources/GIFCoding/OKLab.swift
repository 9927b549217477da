/// A colour in OKLab: lightness from 0 to 16,384, then the two opponent axes, which have less
/// weight (see ``OKLab/chromaShare``).
///
/// Distances in this space are close to perceived differences, so one number can weigh an error
/// against bits. The fourth lane is zero.
typealias Lab = SIMD4<Float>

/// A ``Lab`` in the form stored for every pixel: half the memory, with a rounding error that is
/// neither visible nor representable in sRGB bytes.
typealias StoredLab = SIMD4<Int16>

/// Conversion from sRGB bytes to OKLab (Björn Ottosson, 2020).
enum OKLab {
  /// The number of units for a lightness of 1.
  static let scale: Float = 16384
  /// The weight of a difference on the opponent axes, relative to lightness: fine detail and
  /// dithering are less visible in colour. Measured: down to 0.7, the bytes spent on lightness fall
  /// faster than the blurred colour difference grows; at 0.6 the difference grows faster.
  static let chromaShare: Float = 0.7
  /// The units of the four lanes.
  @inline(__always)
  static var units: Lab { Lab(scale, scale * chromaShare, scale * chromaShare, 0) }

  /// Linear light of each byte of sRGB (IEC 61966-2-1).
  private static let linear: [Float] = (0..<256).map { byte in
    let value = Double(byte) / 255
    return Float(value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055))
  }

  /// `base` to the power of 2.4, with the same bits on every machine: the fifth root of base^12 by
  /// Newton's method.
  private static func power(_ base: Double) -> Double {
    let squared = base * base
    let fourth = squared * squared
    let twelfth = fourth * fourth * fourth
    var root = base * base
    for _ in 0..<60 {
      let r4 = root * root * root * root
      root -= (root * r4 - twelfth) / (5 * r4)
    }
    return root
  }

  /// Converts colours one after another; keeps the table ready for the inner loops.
  struct Converter {
    private let table: [Float]

    init() { table = OKLab.linear }

    /// The colour of a pixel with red in the lowest byte, then green, then blue.
    @inline(__always)
    func callAsFunction(_ pixel: UInt32) -> Lab {
      table.withUnsafeBufferPointer { linear in
        let r = linear[Int(pixel & 0xff)]
        let g = linear[Int(pixel >> 8 & 0xff)]
        let b = linear[Int(pixel >> 16 & 0xff)]
        let cones =
          Lab(0.412_221_470_8, 0.211_903_498_2, 0.088_302_461_9, 0) * r
          + Lab(0.536_332_536_3, 0.680_699_545_1, 0.281_718_837_6, 0) * g
          + Lab(0.051_445_992_9, 0.107_396_956_6, 0.629_978_700_5, 0) * b
        let root = cubeRoot(cones)
        return
          (Lab(0.210_454_255_3, 1.977_998_495_1, 0.025_904_037_1, 0) * root[0]
          + Lab(0.793_617_785_0, -2.428_592_205_0, 0.782_771_766_2, 0) * root[1]
          + Lab(-0.004_072_046_8, 0.450_593_709_9, -0.808_675_766_0, 0) * root[2]) * OKLab.units
      }
    }
  }

  /// Cube roots of numbers from 0 to 1, to about 2^-20: a third of the exponent as a first guess,
  /// then two steps of Newton's method. Zero gives nearly zero.
  @inline(__always)
  private static func cubeRoot(_ x: Lab) -> Lab {
    let bits = SIMD4<UInt32>(
      x[0].bitPattern / 3, x[1].bitPattern / 3, x[2].bitPattern / 3, 0)
    var y = unsafeBitCast(bits &+ 709_921_077, to: Lab.self)
    y = (y + y + x / (y * y)) * (1 / 3)
    y = (y + y + x / (y * y)) * (1 / 3)
    return y
  }
}

extension SIMD4<Int16> {
  /// Rounds a colour for storage.
  @inline(__always)
  init(rounding lab: Lab) {
    // Adding 1.5 * 2^23 leaves the rounded number in the low bits.
    let bits = unsafeBitCast(lab + 12_582_912, to: SIMD4<UInt32>.self)
    self.init(
      Int16(truncatingIfNeeded: bits[0]), Int16(truncatingIfNeeded: bits[1]),
      Int16(truncatingIfNeeded: bits[2]), Int16(truncatingIfNeeded: bits[3]))
  }

  @inline(__always)
  var lab: Lab { Lab(SIMD4<Float>(self)) }
}

extension SIMD4<Float> {
  /// The squared distance to another colour.
  @inline(__always)
  func squaredDistance(_ other: Lab) -> Float {
    let d = self - other
    let s = d * d
    return s[0] + s[1] + s[2]
  }
}

extension OKLab {
  /// The nearest sRGB bytes, red in the lowest byte, with the fourth byte 255.
  static func pixel(_ lab: Lab) -> UInt32 {
    let v = lab / Lab(scale, scale * chromaShare, scale * chromaShare, 1)
    let l = cube(v[0] + 0.396_337_777_4 * v[1] + 0.215_803_757_3 * v[2])
    let m = cube(v[0] - 0.105_561_345_8 * v[1] - 0.063_854_172_8 * v[2])
    let s = cube(v[0] - 0.089_484_177_5 * v[1] - 1.291_485_548_0 * v[2])
    let r = byte(4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s)
    let g = byte(-1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s)
    let b = byte(-0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s)
    return r | g << 8 | b << 16 | 0xff00_0000
  }

  private static func cube(_ x: Float) -> Float { x * x * x }

  /// The byte with the nearest linear light.
  private static func byte(_ light: Float) -> UInt32 {
    var low = 0
    var high = 255
    while low < high {
      let middle = (low + high) / 2
      if light > (linear[middle] + linear[middle + 1]) / 2 {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return UInt32(low)
  }
}
