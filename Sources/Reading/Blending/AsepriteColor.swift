/// `a * b / 255`, rounded; `a` may be negative.
@inline(__always)
func scaled(_ a: Int32, _ b: Int32) -> Int32 {
  let product = a * b + 128
  return ((product >> 8) + product) >> 8
}

/// `a * 255 / b`, rounded.
@inline(__always)
func quotient(_ a: Int32, _ b: Int32) -> Int32 { (a * 255 + b / 2) / b }

/// A straight colour with room for differences. The arithmetic matches Aseprite's exactly.
struct AsepriteColor: Hashable {
  var red: Int32
  var green: Int32
  var blue: Int32
  var alpha: Int32

  @inline(__always)
  init(red: Int32, green: Int32, blue: Int32, alpha: Int32) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// - Parameter packed: with red in the lowest byte.
  @inline(__always)
  init(_ packed: UInt32) {
    red = Int32(packed & 255)
    green = Int32(packed >> 8 & 255)
    blue = Int32(packed >> 16 & 255)
    alpha = Int32(packed >> 24)
  }

  @inline(__always)
  var packed: UInt32 {
    func byte(_ value: Int32) -> UInt32 { UInt32(truncatingIfNeeded: value) & 255 }
    return byte(red) | byte(green) << 8 | byte(blue) << 16 | byte(alpha) << 24
  }

  /// Combines red, green and blue of two colours; alpha is unchanged.
  @inline(__always)
  func channels(_ other: AsepriteColor, _ mix: (Int32, Int32) -> Int32) -> AsepriteColor {
    AsepriteColor(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
      alpha: alpha)
  }

  /// This colour over another.
  @inline(__always)
  func over(_ below: AsepriteColor, opacity: Int32) -> AsepriteColor {
    let own = scaled(alpha, opacity)
    var result = self
    result.alpha = own
    if below.alpha == 0 { return result }
    if alpha == 0 { return below }
    let total = own + below.alpha - scaled(below.alpha, own)
    result = channels(below) { $1 + ($0 - $1) * own / total }
    result.alpha = total
    return result
  }

  /// The mix of this colour and another one by `opacity`.
  func merged(_ other: AsepriteColor, _ opacity: Int32) -> AsepriteColor {
    var result =
      if alpha == 0 {
        other
      } else if other.alpha == 0 {
        self
      } else {
        channels(other) { $0 + scaled($1 - $0, opacity) }
      }
    result.alpha = alpha + scaled(other.alpha - alpha, opacity)
    return result.alpha == 0 ? AsepriteColor(0) : result
  }

  /// This colour over another by a blend mode.
  ///
  /// The mode applies in proportion to the opacity of the backdrop, so a half-transparent backdrop
  /// receives half of it: Aseprite's new blending method.
  func over(_ below: AsepriteColor, opacity: Int32, _ mode: AsepriteBlendMode) -> AsepriteColor {
    let plain = over(below, opacity: opacity)
    if mode == .normal || below.alpha == 0 { return plain }
    let mixed = mode.mix(below, self).over(below, opacity: opacity)
    return plain.merged(mixed, below.alpha)
      .merged(mixed, scaled(below.alpha, scaled(alpha, opacity)))
  }

  /// Draws a row over another. Pixels that are all zero draw nothing.
  static func draw(
    _ source: UnsafePointer<UInt32>, over target: UnsafeMutablePointer<UInt32>, count: Int,
    opacity: Int32, mode: AsepriteBlendMode
  ) {
    for x in 0..<count {
      let pixel = source[x].littleEndian
      if pixel == 0 { continue }
      if mode == .normal, opacity == 255, pixel >> 24 == 255 {
        target[x] = source[x]
      } else {
        target[x] =
          AsepriteColor(pixel).over(
            AsepriteColor(target[x].littleEndian), opacity: opacity, mode
          ).packed.littleEndian
      }
    }
  }
}
