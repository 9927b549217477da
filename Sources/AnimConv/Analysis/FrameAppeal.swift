/// The criteria for choosing a frame: first whether it has content, then whether it is outside
/// fades, then its sharpness.
struct FrameAppeal: Sendable {
  let isBlank: Bool
  /// Whether it is part of a fade from the previous frame or to the next one.
  var fades = false
  /// See ``FrameClarity/sharpness``.
  let sharpness: Double

  init(_ clarity: FrameClarity) {
    isBlank = clarity.isBlank
    sharpness = clarity.sharpness
  }

  func isBetter(than other: FrameAppeal) -> Bool {
    if isBlank != other.isBlank { return !isBlank }
    if fades != other.fades { return !fades }
    return sharpness > other.sharpness
  }
}

extension [FrameAppeal] {
  /// The best of some frames, the first if several are equal; nil for none.
  func best(of positions: some Sequence<Int>) -> Int? {
    var best: Int?
    for position in positions {
      if best.map({ self[position].isBetter(than: self[$0]) }) ?? true { best = position }
    }
    return best
  }
}
