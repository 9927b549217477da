internal import Raster

/// Computes the coded frame that turns one canvas into another.
struct FrameCoder {
  private let plan: LosslessGIFPlan
  private let globalIndices: ColorIndices

  init(_ plan: LosslessGIFPlan) {
    self.plan = plan
    // A reserved index paints nothing, so no colour may use it.
    var colors = plan.palette.colors.map { $0 | 0xff00_0000 }
    if plan.reservesTransparent { colors[0] = 1 }
    globalIndices = ColorIndices(colors)
  }

  /// The frame that turns one canvas into another.
  ///
  /// - Parameters:
  ///   - cover: a rectangle that the frame must include, because it will be cleared.
  ///   - isFirst: whether this is the first frame.
  /// - Returns: nil if it is impossible: a pixel would have to become transparent, or the frame
  ///   would have to paint more colours than a table holds.
  func candidate(
    _ before: [UInt32], _ frame: LosslessGIFFrame, comparison: FrameComparison, cover: PixelRect?,
    isFirst: Bool
  ) -> FrameCandidate? {
    guard !comparison.uncovers else { return nil }
    // A frame cannot be empty: even a frame that changes nothing has a duration.
    var rect = comparison.rect ?? cover ?? PixelRect(x: 0, y: 0, width: 1, height: 1)
    if let cover { rect = rect.union(cover) }
    // Some players fill unpainted or cleared pixels with an opaque colour unless the frame has a
    // transparent index.
    let isPart = rect != PixelRect(x: 0, y: 0, width: plan.width, height: plan.height)
    let wantsTransparent = cover != nil || (isFirst && isPart)
    let needs = needs(before, frame.canvas, rect)
    guard
      let table = globalTable(
        needs, wantsTransparent: wantsTransparent,
        paintsFree: { isPainted(in: $0, before, frame.canvas, rect) })
        ?? localTable(needs, before, frame.canvas, rect)
    else {
      return nil
    }
    let choices = choices(before, frame.canvas, rect, table)
    return FrameCandidate(
      rect: rect, palette: table.palette, transparentIndex: table.transparentIndex,
      minCodeSize: table.minCodeSize, choices: choices,
      needsTransparent: needs.hasFree || wantsTransparent, source: source(frame, before),
      delay: isFirst && frame.delay == 0 ? nil : frame.delay)
  }

  /// Whether a table with a transparent index can hold the changes between two canvases.
  func surelyPaints(_ after: [UInt32], over before: [UInt32]) -> Bool {
    var colors = ColorIndices()
    var last: UInt32 = 0
    for at in after.indices where after[at] != before[at] && after[at] != last {
      last = after[at]
      if colors.insert(last) > 254 { return false }
    }
    return true
  }

  private func source(_ frame: LosslessGIFFrame, _ before: [UInt32]) -> LosslessGIFSource? {
    guard
      let source = frame.source, source.image.palette != nil || plan.keepsSourcePalette,
      source.turns(before, into: frame.canvas, width: plan.width)
    else { return nil }
    return source
  }

  /// What a frame requires of its table.
  private struct Needs {
    /// Colours of pixels that change.
    var colors = ColorIndices()
    /// Whether some pixel stays transparent.
    var hasTransparent = false
    /// Whether some pixel already has its colour, so that the frame does not need to paint it.
    var hasFree = false
  }

  private func needs(_ before: [UInt32], _ after: [UInt32], _ rect: PixelRect) -> Needs {
    var needs = Needs()
    var last: UInt32 = 0
    for y in rect.y..<rect.maxY {
      for at in y * plan.width + rect.x..<y * plan.width + rect.maxX {
        let color = after[at]
        if color == before[at] {
          needs.hasFree = true
          if color == 0 { needs.hasTransparent = true }
        } else if color != last {
          _ = needs.colors.insert(color)
          last = color
        }
      }
    }
    return needs
  }

  /// A colour table in the form that a frame uses.
  private struct Table {
    var palette: GIFPalette?
    var indices: ColorIndices
    var transparentIndex: UInt8?
    var minCodeSize: Int

    /// The index that paints a colour; negative if the frame's literals do not reach it.
    @inline(__always)
    func index(of color: UInt32) -> Int {
      let index = indices.index(of: color)
      return index >> minCodeSize == 0 && index != transparentIndex.map { Int($0) } ? index : -1
    }
  }

  private func globalTable(
    _ needs: Needs, wantsTransparent: Bool, paintsFree: (Table) -> Bool
  ) -> Table? {
    var isPainted = [Bool](repeating: false, count: 256)
    var highest = 0
    for color in needs.colors.colors {
      let index = globalIndices.index(of: color)
      if index < 0 { return nil }
      isPainted[index] = true
      highest = max(highest, index)
    }
    var transparent: UInt8?
    if plan.reservesTransparent {
      transparent = 0
    } else if needs.hasFree || wantsTransparent {
      // The lowest index that no pixel needs; it must be within the table.
      let spare = isPainted.firstIndex(of: false)
      if let spare, spare < 1 << plan.palette.bits { transparent = UInt8(spare) }
    }
    highest = max(highest, Int(transparent ?? 0))
    let table = Table(
      palette: nil, indices: globalIndices, transparentIndex: transparent,
      minCodeSize: LZWGreedyEncoder.minCodeSize(highestIndex: highest))
    // Without a transparent index, every pixel must be painted.
    let isEnough =
      transparent != nil || !needs.hasFree || !needs.hasTransparent && paintsFree(table)
    return isEnough ? table : nil
  }

  /// Whether a table has an index for every unchanged pixel of a rectangle.
  private func isPainted(
    in table: Table, _ before: [UInt32], _ after: [UInt32], _ rect: PixelRect
  ) -> Bool {
    (rect.y..<rect.maxY).allSatisfy { y in
      (y * plan.width + rect.x..<y * plan.width + rect.maxX).allSatisfy { at in
        after[at] != before[at] || table.index(of: after[at]) >= 0
      }
    }
  }

  /// A table for this frame: the colours that it must paint, and as many other colours of its
  /// rectangle as fit without a larger table.
  private func localTable(
    _ needs: Needs, _ before: [UInt32], _ after: [UInt32], _ rect: PixelRect
  ) -> Table? {
    let others = needs.hasFree ? commonest(needs, before, after, rect) : []
    let painted = needs.colors.colors
    let paintsAll = !needs.hasTransparent && painted.count + others.count <= 256
    let hasTransparent = needs.hasFree && painted.count < 256
    guard painted.count <= 256, hasTransparent || paintsAll else { return nil }
    let least = painted.count + (hasTransparent ? 1 : 0)
    var room = (1 << GIFPalette.bits(for: least)) - least
    if !hasTransparent { room = max(room, others.count) }
    let colors = (hasTransparent ? [1] : []) + painted + others.prefix(room)
    return Table(
      palette: GIFPalette(colors.map { $0 == 1 ? 0 : $0 & 0xff_ffff }),
      indices: ColorIndices(colors), transparentIndex: hasTransparent ? 0 : nil,
      minCodeSize: LZWGreedyEncoder.minCodeSize(highestIndex: colors.count - 1))
  }

  /// Colours of unchanged pixels that are not painted elsewhere, the most common first.
  private func commonest(
    _ needs: Needs, _ before: [UInt32], _ after: [UInt32], _ rect: PixelRect
  ) -> [UInt32] {
    var others = ColorIndices()
    var counts: [Int] = []
    var last: UInt32 = 0
    var index = 0
    for y in rect.y..<rect.maxY {
      for at in y * plan.width + rect.x..<y * plan.width + rect.maxX {
        let color = after[at]
        guard color != 0, color == before[at] else { continue }
        if color != last {
          last = color
          index = others.insert(color)
          if index == counts.count {
            counts.append(needs.colors.index(of: color) < 0 ? 0 : .min / 2)
          }
        }
        counts[index] &+= 1
      }
    }
    let free = counts.indices.filter { counts[$0] > 0 }
    return free.sorted { (counts[$0], $1) > (counts[$1], $0) }.map { others.colors[$0] }
  }

  private func choices(
    _ before: [UInt32], _ after: [UInt32], _ rect: PixelRect, _ table: Table
  ) -> IndexChoices {
    var choices = IndexChoices(capacity: rect.size.area)
    let transparent = table.transparentIndex
    var last: UInt32 = 0
    var lastIndex = -1
    for y in rect.y..<rect.maxY {
      for at in y * plan.width + rect.x..<y * plan.width + rect.maxX {
        let color = after[at]
        if color != last {
          last = color
          lastIndex = table.index(of: color)
        }
        if color != 0, color != before[at] {
          choices.append(UInt8(truncatingIfNeeded: lastIndex))
        } else if let transparent {
          if color != 0, lastIndex >= 0 {
            choices.append(UInt8(truncatingIfNeeded: lastIndex), or: transparent)
          } else {
            choices.append(transparent)
          }
        } else {
          choices.append(UInt8(truncatingIfNeeded: lastIndex))
        }
      }
    }
    return choices
  }
}
