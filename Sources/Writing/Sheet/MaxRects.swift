internal import Raster

/// Places rectangles in a bin, each where it fits most snugly: the maximal rectangles algorithm
/// with the rule of the best short side (Jukka Jylänki, "A Thousand Ways to Pack the Bin").
///
/// The free space is kept as the largest rectangles that fit into it; they overlap.
struct MaxRects {
  private var free: [PixelRect]

  init(_ bin: PixelSize) {
    free = [PixelRect(bin)]
  }

  /// Takes the best place for a rectangle; nil when it fits nowhere.
  ///
  /// - Returns: the place, and whether width and height are exchanged there.
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
    // A part can lie in another part or in a rectangle that was not touched, never around one.
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
  /// The largest rectangles that fit into this one beside a hole that meets it.
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
