/// A run of frames in which all frames between the first and the last are mixtures of these two.
struct Mixture {
  let middle: Int
  /// Frames from the middle to each end.
  let half: Int
  /// The largest share of a picture that the mixture does not explain.
  let rest: Double

  /// Nil if the frames are not mixtures, or if both ends are similar.
  init?(_ frames: [SceneDetector.Seen], middle: Int, half: Int) {
    self.middle = middle
    self.half = half
    let ends = (frames[middle - half].sketch, frames[middle + half].sketch)
    guard Self.differ(ends.0, ends.1) else { return nil }
    let places = [middle - half / 2, middle, middle + half / 2]
    let pictures = places.map { frames[$0].sketch }
    let parts = pictures.map { Self.share(of: ends.1, in: $0, from: ends.0) }
    let shares = parts.map(\.share)
    let rest = parts.map(\.rest).max() ?? 0
    guard 0.32..<0.68 ~= shares[1], shares[0] < shares[1] - 0.1, shares[2] > shares[1] + 0.1
    else { return nil }
    let isStill = rest < 0.16 && Self.mixedShare(pictures[1], of: ends.0, ends.1) >= 0.7
    guard isStill || rest < 0.25 && Self.losesContrast(pictures, ends, shares) else { return nil }
    // If something moves, it is still there some frames later.
    let (one, other) = (frames[middle - 2].sketch, frames[middle].sketch)
    guard other.rest(from: one) >= 0.4 * other.lumaDifference(from: one) else { return nil }
    self.rest = rest
  }

  /// Whether two pictures differ as much as unrelated pictures do, in relation to their contrasts.
  private static func differ(_ one: FrameSketch, _ other: FrameSketch) -> Bool {
    let contrasts = one.contrast * one.contrast + other.contrast * other.contrast
    return product(other, other, less: one) >= max(16, min(225, 0.5 * contrasts))
  }

  /// Whether pictures have less contrast than both ends, to the degree expected of mixtures in
  /// these shares. This is also true if everything moves.
  private static func losesContrast(
    _ pictures: [FrameSketch], _ ends: (FrameSketch, FrameSketch), _ shares: [Double]
  ) -> Bool {
    let (first, last) = (ends.0.contrast, ends.1.contrast)
    // If contrast only grows or shrinks, an object appears or disappears.
    guard min(first, last) > 0.6 * max(first, last) else { return false }
    let fits = zip(pictures, shares).allSatisfy { picture, share in
      let (one, other) = ((1 - share) * first, share * last)
      let expected = (one * one + other * other).squareRoot()
      return abs(picture.contrast - expected) < 0.12 * max(first, last)
    }
    return fits && pictures[1].contrast < 0.78 * ((first * first + last * last) / 2).squareRoot()
  }

  /// The first frame that shows the last picture almost alone.
  func end(in frames: [SceneDetector.Seen]) -> Int {
    let ends = (frames[middle - half].sketch, frames[middle + half].sketch)
    return (middle...middle + half).first {
      Self.share(of: ends.1, in: frames[$0].sketch, from: ends.0).share >= 0.9
    } ?? middle + half
  }

  /// The share of `last` in a picture between both, and the share of the picture that belongs to
  /// neither.
  private static func share(
    of last: FrameSketch, in picture: FrameSketch, from first: FrameSketch
  ) -> (share: Double, rest: Double) {
    let whole = product(last, last, less: first)
    let share = product(picture, last, less: first) / whole
    let rest = product(picture, picture, less: first) / whole - share * share
    return (share, max(0, rest))
  }

  /// The share of the differing area in which a picture shows both: if something moves, each part
  /// shows one of them.
  static func mixedShare(
    _ picture: FrameSketch, of first: FrameSketch, _ last: FrameSketch
  ) -> Double {
    var (mixed, whole) = (0, 0)
    for cell in 0..<FrameSketch.count {
      let difference = Int(last.luma[cell]) - Int(first.luma[cell])
      let part = Int(picture.luma[cell]) - Int(first.luma[cell])
      whole += abs(difference)
      // Between 0.2 and 0.8 of the difference.
      let tenths = 10 * part * difference.signum()
      if 2 * abs(difference)...8 * abs(difference) ~= tenths { mixed += abs(difference) }
    }
    return Double(mixed) / Double(max(1, whole))
  }

  /// The mean of the products of the differences of two pictures from a third.
  private static func product(
    _ one: FrameSketch, _ other: FrameSketch, less base: FrameSketch
  ) -> Double {
    var sum = 0
    one.luma.withUnsafeBufferPointer { one in
      other.luma.withUnsafeBufferPointer { other in
        base.luma.withUnsafeBufferPointer { base in
          for cell in 0..<FrameSketch.count {
            sum &+= (Int(one[cell]) &- Int(base[cell])) &* (Int(other[cell]) &- Int(base[cell]))
          }
        }
      }
    }
    return Double(sum) / Double(FrameSketch.count)
  }
}
