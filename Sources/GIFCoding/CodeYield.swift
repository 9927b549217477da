/// What covering one more pixel with a string is worth, learned while coding.
struct CodeYield {
  /// Bits that a kept pixel takes: long strings of them cost one code.
  static let keptBits: Float = 0.2

  /// Bits that a painted pixel takes, as a running mean.
  private(set) var paintedBits: Float = 4
  /// The error that even the nearest colour leaves, as a running mean. Every pixel pays it sooner
  /// or later, so it must not speak against long strings.
  private(set) var unavoidable: Float = 0
  /// The most that ``unavoidable`` may be. Without it a poor palette would run away: errors that
  /// are spread make the next pixels worse, and those would excuse strings that fit worse still.
  var unavoidableLimit: Float = 0

  @inline(__always)
  mutating func noteUnavoidable(_ error: Float) {
    unavoidable = min(unavoidable + (error - unavoidable) * (1 / 64), unavoidableLimit)
  }

  /// Notes a code of `bits` that covered so many pixels.
  @inline(__always)
  mutating func note(bits: Int, painted: Int, kept: Int) {
    guard painted > 0 else { return }
    let share = max(0, Float(bits) - Self.keptBits * Float(kept)) / Float(painted)
    paintedBits += (min(share, 12) - paintedBits) * min(1, Float(painted) / 512)
  }
}
