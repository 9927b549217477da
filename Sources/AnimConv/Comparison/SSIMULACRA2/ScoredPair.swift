internal import CLibrary
internal import Raster

/// SSIMULACRA2 of one frame.
struct FrameScore: Sendable, Hashable {
  /// Of a picture with a side below 113 pixels, that of copies laid side by side until both sides have
  /// as many.
  let value: Double
  /// What libjxl's program finds for a picture with a side below 113 pixels; nil for others, where it
  /// is the same, and for sides below 8, which it refuses.
  let libjxl: Double?

  /// The lower of both numbers of each kind.
  func worse(_ other: FrameScore) -> FrameScore {
    FrameScore(
      value: min(value, other.value),
      libjxl: libjxl.flatMap { one in other.libjxl.map { min(one, $0) } })
  }
}

/// Two pictures to be scored.
struct ScoredPair: Sendable {
  let original: PixelBuffer
  /// Of the same size.
  let distorted: PixelBuffer
  /// What both lie on where they are transparent: the worst of all counts.
  let mattes: [RGBColor]

  /// - Complexity: about a hundred operations on vectors for each eight pixels and matte; for equal
  ///   pictures one pass.
  func score() -> FrameScore {
    let whole = PixelRect(original.size)
    let isOpaque =
      mattes.count == 1 || original.isOpaque(in: whole) && distorted.isOpaque(in: whole)
    let used = isOpaque ? mattes.prefix(1) : mattes[...]
    return used.dropFirst().reduce(score(on: used[0])) { $0.worse(score(on: $1)) }
  }

  private func score(on matte: RGBColor) -> FrameScore {
    let (width, height) = (original.size.width, original.size.height)
    let least = SSIMULACRA2.smallestSideOfAllScales
    let across = max(1, (least + width - 1) / width)
    let down = max(1, (least + height - 1) / height)
    let isRepeated = across * down > 1
    let isScored = min(width, height) >= SSIMULACRA2.smallestSide
    if isEqual(on: matte) {
      return FrameScore(value: 100, libjxl: isRepeated && isScored ? 100 : nil)
    }
    return FrameScore(
      value: score(on: matte, across: across, down: down),
      libjxl: isRepeated && isScored ? score(on: matte, across: 1, down: 1) : nil)
  }

  private func isEqual(on matte: RGBColor) -> Bool {
    let (first, second) = (PictureRows(original, on: matte), PictureRows(distorted, on: matte))
    return (0..<original.size.height).allSatisfy {
      memcmp(first($0), second($0), first.byteCount) == 0
    }
  }

  private func score(on matte: RGBColor, across: Int, down: Int) -> Double {
    let first = PictureRows(original, on: matte, copies: across)
    let second = PictureRows(distorted, on: matte, copies: across)
    let height = original.size.height * down
    let measure = SSIMULACRA2(width: original.size.width * across, height: height)
    for y in 0..<height { measure.add(first(y), second(y)) }
    return measure.finish()
  }
}
