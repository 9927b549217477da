/// The value of covering one more pixel with a string, learned while coding.
struct CodeYield {
  /// Bits per kept pixel: one code covers a long string of them.
  static let keptBits: Float = 0.2

  /// Bits per painted pixel, as a running mean.
  private(set) var paintedBits: Float = 4
  /// The error of the nearest colour, as a running mean. Every pixel has this error with any
  /// string, so it must not count against long strings.
  private(set) var unavoidable: Float = 0
  /// The upper limit of ``unavoidable``. Without it, a poor palette would make matters worse and
  /// worse: diffused errors raise the errors of the next pixels, which would then justify even
  /// worse strings.
  var unavoidableLimit: Float = 0

  @inline(__always)
  mutating func noteUnavoidable(_ error: Float) {
    unavoidable = min(unavoidable + (error - unavoidable) * (1 / 64), unavoidableLimit)
  }

  /// Records a code of `bits` that covered this many pixels.
  @inline(__always)
  mutating func note(bits: Int, painted: Int, kept: Int) {
    guard painted > 0 else { return }
    let share = max(0, Float(bits) - Self.keptBits * Float(kept)) / Float(painted)
    paintedBits += (min(share, 12) - paintedBits) * min(1, Float(painted) / 512)
  }
}
