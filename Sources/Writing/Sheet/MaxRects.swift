internal import Raster

/// Places rectangles in a bin, each where it fits most tightly: the maximal rectangles algorithm
/// with the best-short-side rule (Jukka Jylänki, "A Thousand Ways to Pack the Bin").
///
/// The free space is stored as the largest free rectangles, which overlap.
struct MaxRects {
  private var free: [PixelRect]

  init(_ bin: PixelSize) {
    free = [PixelRect(bin)]
  }

  /// Places a rectangle at the best place; nil if it does not fit.
  ///
  /// - Returns: the place, and whether width and height are exchanged.
  /// - Complexity: O(f²) in the number of free rectangles.
  mutating func insert(_ size: PixelSize, mayTurn: Bool) -> (rect: PixelRect, isTurned: Bool)? {
    var best: (rect: PixelRect, isTurned: Bool)?
    var bestRest = (short: Int.max, long: Int.max)
    for space in free {
      for isTurned in mayTurn && size.width != size.height ? [false, true] : [false] {
        let width = isTurned ? size.height : size.width
        let height = isTurned ? size.width : size.height
        guard width <= space.width, height <= space.height else { continue }
        let (x, y) = (space.width - width, space.height - height)
        let rest = (short: min(x, y), long: max(x, y))
        if rest < bestRest {
          bestRest = rest
          best = (PixelRect(x: space.x, y: space.y, width: width, height: height), isTurned)
        }
      }
    }
    if let best { occupy(best.rect) }
    return best
  }

  private mutating func occupy(_ rect: PixelRect) {
    var kept: [PixelRect] = []
    var parts: [PixelRect] = []
    for space in free {
      if space.intersection(rect).isEmpty {
        kept.append(space)
      } else {
        parts += space.parts(without: rect)
      }
    }
    // A part can be inside another part or an untouched rectangle, but never contain one.
    for (index, part) in parts.enumerated() {
      let isHidden =
        kept.contains { $0.contains(part) }
        || parts.indices.contains { other in
          other != index && parts[other].contains(part)
            && (parts[other] != part || other < index)
        }
      if !isHidden { kept.append(part) }
    }
    free = kept
  }
}

extension PixelRect {
  /// The largest parts of this rectangle outside an overlapping hole.
  fileprivate func parts(without hole: PixelRect) -> [PixelRect] {
    var parts: [PixelRect] = []
    if hole.x > x { parts.append(PixelRect(x: x, y: y, width: hole.x - x, height: height)) }
    if hole.maxX < maxX {
      parts.append(PixelRect(x: hole.maxX, y: y, width: maxX - hole.maxX, height: height))
    }
    if hole.y > y { parts.append(PixelRect(x: x, y: y, width: width, height: hole.y - y)) }
    if hole.maxY < maxY {
      parts.append(PixelRect(x: x, y: hole.maxY, width: width, height: maxY - hole.maxY))
    }
    return parts
  }
}
