/// Frames of which those between the first and the last are mixtures of both.
struct Mixture {
  let middle: Int
  /// Frames from the middle to each end.
  let half: Int
  /// The largest share of a picture that is no mixture.
  let rest: Double

  /// Nil where they are none, or both ends are alike.
  init?(_ frames: [SceneDetector.Seen], middle: Int, half: Int) {
    self.middle = middle
    self.half = half
    let ends = (frames[middle - half].sketch, frames[middle + half].sketch)
    guard Self.product(ends.1, ends.1, less: ends.0) >= 15 * 15 else { return nil }
    var shares: [Double] = []
    var rest = 0.0
    for place in [middle - half / 2, middle, middle + half / 2] {
      let (share, left) = Self.share(of: ends.1, in: frames[place].sketch, from: ends.0)
      shares.append(share)
      rest = max(rest, left)
    }
    guard 0.35..<0.65 ~= shares[1], shares[0] < shares[1] - 0.1, shares[2] > shares[1] + 0.1,
      rest < 0.14, Self.mixedShare(frames[middle].sketch, of: ends.0, ends.1) >= 0.75
    else { return nil }
    // What moves is still there some frames later.
    let (one, other) = (frames[middle - 2].sketch, frames[middle].sketch)
    guard other.rest(from: one) >= 0.4 * other.lumaDifference(from: one) else { return nil }
    self.rest = rest
  }

  /// The first frame that shows the last picture almost alone.
  func end(in frames: [SceneDetector.Seen]) -> Int {
    let ends = (frames[middle - half].sketch, frames[middle + half].sketch)
    return (middle...middle + half).first {
      Self.share(of: ends.1, in: frames[$0].sketch, from: ends.0).share >= 0.9
    } ?? middle + half
  }

  /// How much of `last` there is in a picture between, and how much of the picture is neither.
  private static func share(
    of last: FrameSketch, in picture: FrameSketch, from first: FrameSketch
  ) -> (share: Double, rest: Double) {
    let whole = product(last, last, less: first)
    let share = product(picture, last, less: first) / whole
    let rest = product(picture, picture, less: first) / whole - share * share
    return (share, max(0, rest))
  }

  /// In how large a part of what differs a picture shows both: where something moves, every part shows one
  /// of them.
  static func mixedShare(
    _ picture: FrameSketch, of first: FrameSketch, _ last: FrameSketch
  ) -> Double {
    var (mixed, whole) = (0, 0)
    for cell in 0..<FrameSketch.count {
      let difference = Int(last.luma[cell]) - Int(first.luma[cell])
      let part = Int(picture.luma[cell]) - Int(first.luma[cell])
      whole += abs(difference)
      // From 0.2 to 0.8 of the way.
      let tenths = 10 * part * difference.signum()
      if 2 * abs(difference)...8 * abs(difference) ~= tenths { mixed += abs(difference) }
    }
    return Double(mixed) / Double(max(1, whole))
  }

  /// The mean of the products of what two pictures have beyond a third.
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
