internal import Raster

/// Places rectangles in a bin, each at the best place by a rule: the maximal rectangles algorithm
/// (Jukka Jylänki, "A Thousand Ways to Pack the Bin").
///
/// The free space is stored as the largest free rectangles, which overlap.
struct MaxRects {
  /// The criterion for the best place; the paper's names are in parentheses.
  enum Rule: Sendable {
    /// The smallest remainder on the shorter side (best short side fit).
    case shortSide
    /// The smallest remainder on the longer side (best long side fit).
    case longSide
    /// The smallest free rectangle (best area fit).
    case area
    /// The lowest lower edge, then the leftmost (bottom left).
    case height
    /// The longest common edge with other rectangles and the bin (contact point).
    case contact
  }

  private let bin: PixelSize
  private let rule: Rule
  private var free: [PixelRect]
  private var used: [PixelRect] = []
  /// The number of comparisons so far, as a measure of time that is the same on every machine.
  private(set) var work = 0

  init(_ bin: PixelSize, _ rule: Rule = .shortSide) {
    self.bin = bin
    self.rule = rule
    free = [PixelRect(bin)]
  }

  /// Places a rectangle at the best place; nil if it does not fit.
  ///
  /// - Returns: the place, and whether width and height are exchanged.
  /// - Complexity: O(f²) in the number of free rectangles; by contact, also O(f · used).
  mutating func insert(_ size: PixelSize, mayTurn: Bool) -> (rect: PixelRect, isTurned: Bool)? {
    work += free.count * (rule == .contact ? 1 + used.count / 4 : 1)
    var best: (rect: PixelRect, isTurned: Bool)?
    var bestCost = (Int.max, Int.max)
    for space in free {
      for isTurned in mayTurn && size.width != size.height ? [false, true] : [false] {
        let width = isTurned ? size.height : size.width
        let height = isTurned ? size.width : size.height
        guard width <= space.width, height <= space.height else { continue }
        let rect = PixelRect(x: space.x, y: space.y, width: width, height: height)
        let cost = cost(of: rect, in: space)
        if cost < bestCost { (bestCost, best) = (cost, (rect, isTurned)) }
      }
    }
    if let best {
      occupy(best.rect)
      used.append(best.rect)
    }
    return best
  }

  private func cost(of rect: PixelRect, in space: PixelRect) -> (Int, Int) {
    let (x, y) = (space.width - rect.width, space.height - rect.height)
    return switch rule {
    case .shortSide: (min(x, y), max(x, y))
    case .longSide: (max(x, y), min(x, y))
    case .area: (space.width * space.height - rect.width * rect.height, min(x, y))
    case .height: (rect.maxY, rect.x)
    case .contact: (-contact(of: rect), rect.maxY)
    }
  }

  /// The length of the edges that a rectangle would share.
  private func contact(of rect: PixelRect) -> Int {
    var length = 0
    if rect.x == 0 || rect.maxX == bin.width { length += rect.height }
    if rect.y == 0 || rect.maxY == bin.height { length += rect.width }
    for other in used {
      if other.x == rect.maxX || other.maxX == rect.x {
        length += max(0, min(other.maxY, rect.maxY) - max(other.y, rect.y))
      }
      if other.y == rect.maxY || other.maxY == rect.y {
        length += max(0, min(other.maxX, rect.maxX) - max(other.x, rect.x))
      }
    }
    return length
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
