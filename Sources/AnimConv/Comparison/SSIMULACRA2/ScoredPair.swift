internal import CLibrary
internal import Raster

/// SSIMULACRA2 of one frame.
struct FrameScore: Sendable, Hashable {
  /// For an image with a side below 113 pixels, the score of copies tiled until both sides have 113
  /// pixels.
  let value: Double
  /// The score of libjxl's program for an image with a side below 113 pixels; nil for larger
  /// images, where both agree, and for sides below 8, which it refuses.
  let libjxl: Double?

  /// The lower score of each kind.
  func worse(_ other: FrameScore) -> FrameScore {
    FrameScore(
      value: min(value, other.value),
      libjxl: libjxl.flatMap { one in other.libjxl.map { min(one, $0) } })
  }
}

/// Two images to score.
struct ScoredPair: Sendable {
  let original: PixelBuffer
  /// The compared image, with the same size.
  let distorted: PixelBuffer
  /// The backgrounds for transparent images; the worst score counts.
  let mattes: [RGBColor]

  /// - Complexity: about a hundred vector operations for each eight pixels and each background; one
  ///   pass for identical images.
  func score() -> FrameScore {
    let whole = PixelRect(original.size)
    let isOpaque =
      mattes.count == 1 || original.isOpaque(in: whole) && distorted.isOpaque(in: whole)
    let used = isOpaque ? mattes.prefix(1) : mattes[...]
    return used.dropFirst().reduce(score(on: used[0])) { $0.worse(score(on: $1)) }
  }

  private func score(on matte: RGBColor) -> FrameScore {
    let (width, height) = (original.size.width, original.size.height)
    let least = VisibleDifference.smallestSideOfAllScales
    let across = max(1, (least + width - 1) / width)
    let down = max(1, (least + height - 1) / height)
    let isRepeated = across * down > 1
    let isScored = min(width, height) >= VisibleDifference.smallestSide
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
    let measure = VisibleDifference(width: original.size.width * across, height: height)
    for y in 0..<height { measure.add(first(y), second(y)) }
    return measure.finish()
  }
}
