/// What a frame is chosen by among others: those that show something come first, then those outside of
/// fades, then the sharper ones.
struct FrameAppeal: Sendable {
  let isBlank: Bool
  /// Whether it is a part of a fade from the frame before or to the next one.
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
  /// The best of some frames, of equals the first; nil of none.
  func best(of positions: some Sequence<Int>) -> Int? {
    var best: Int?
    for position in positions {
      if best.map({ self[position].isBetter(than: self[$0]) }) ?? true { best = position }
    }
    return best
  }
}
