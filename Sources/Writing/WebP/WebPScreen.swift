internal import Raster

/// The shown and the wanted content of an animated WebP after the last frame.
///
/// Blocks of 8 by 8 pixels are drawn or left unchanged. A block is left unchanged while the shown
/// content is hardly worse than when it was drawn, always compared with the wanted frame. Errors
/// therefore do not accumulate, and unchanged input gives unchanged output.
final class WebPScreen {
  /// The side of a block, in pixels.
  static let side = 8

  let size: PixelSize
  let columns: Int
  let rows: Int
  /// What is shown.
  let pixels: UnsafeMutablePointer<UInt32>
  /// The shown content after clearing a rectangle, while a frame is chosen.
  private let cleared: UnsafeMutablePointer<UInt32>
  /// The last wanted content.
  private var wanted: PixelBuffer?
  /// For each block, the error after drawing and the current error.
  private var painted: [WebPBlockError]
  private var current: [WebPBlockError]
  /// Blocks that were left unchanged although the wanted content changed since they were drawn.
  private var isStale: [Bool]
  /// The sums over all blocks.
  private var noise: Int64 = 0
  private var bias: Int64 = 0

  init(_ size: PixelSize) {
    self.size = size
    columns = (size.width + Self.side - 1) / Self.side
    rows = (size.height + Self.side - 1) / Self.side
    pixels = .allocate(capacity: size.area)
    pixels.initialize(repeating: 0, count: size.area)
    cleared = .allocate(capacity: size.area)
    cleared.initialize(repeating: 0, count: size.area)
    painted = Array(repeating: WebPBlockError(), count: columns * rows)
    current = painted
    isStale = Array(repeating: false, count: columns * rows)
  }

  deinit {
    pixels.deallocate()
    cleared.deallocate()
  }

  /// Whether the shown content is exactly the last wanted one.
  var isExact: Bool { noise == 0 }

  /// The squared error of a block's mean colour, on average.
  var meanSquaredBias: Double {
    Double(bias) / Double(size.area * WebPBlockError.unit)
  }

  var digest: FrameDigest {
    FrameDigest(UnsafeRawBufferPointer(start: pixels, count: size.area * 4), size: size)
  }

  /// The pixels of a block.
  func rect(_ column: Int, _ row: Int) -> PixelRect {
    let (x, y) = (column * Self.side, row * Self.side)
    return PixelRect(
      x: x, y: y, width: min(Self.side, size.width - x), height: min(Self.side, size.height - y))
  }

  /// The changes for the next frame.
  ///
  /// - Parameters:
  ///   - frame: the wanted frame.
  ///   - tolerance: the differences that need not be drawn.
  ///   - clearing: the rectangle that becomes transparent before.
  func changes(
    to frame: CanvasFrame, _ tolerance: WebPTolerance, clearing: PixelRect = .empty
  ) -> WebPChanges {
    let next = UnsafePointer(PixelPlane(frame.pixels).row(0, from: 0))
    let before = wanted.map { UnsafePointer(PixelPlane($0).row(0, from: 0)) }
    let base = base(clearing)
    var changes = WebPChanges(columns: columns, rows: rows)
    let scope = before == nil ? PixelRect(size) : frame.changed.union(clearing)
    if scope.isEmpty { return changes }
    for row in scope.y / Self.side...(scope.maxY - 1) / Self.side {
      for column in scope.x / Self.side...(scope.maxX - 1) / Self.side {
        let rect = rect(column, row)
        let index = row * columns + column
        let offset = rect.y * size.width + rect.x
        let isCleared = !rect.intersection(clearing).isEmpty
        if !isCleared, let before, equal(before + offset, next + offset, rect) { continue }
        let error = WebPBlockError(
          base + offset, next + offset, stride: size.width, rect.width, rect.height)
        let left = clearing.contains(rect) ? WebPBlockError() : painted[index]
        if tolerance.allows(error, after: left, pixels: rect.size.area) {
          changes.states[index] = error.noise | error.alpha == 0 ? .unchanged : .similar
          changes.similarErrors.append((index, error))
          continue
        }
        changes.states[index] = .needed
        changes.neededCount += 1
        changes.blockRect = changes.blockRect.union(rect)
        note(
          rect, offset, base, next, isStale[index] || isCleared ? nil : before, in: &changes)
      }
    }
    widen(&changes, base, next, before, clearing)
    return changes
  }

  /// Adds blocks that could stay, though not exactly, to the 16 by 16 pixels that are encoded
  /// together with them.
  private func widen(
    _ changes: inout WebPChanges, _ base: UnsafePointer<UInt32>, _ next: UnsafePointer<UInt32>,
    _ before: UnsafePointer<UInt32>?, _ clearing: PixelRect
  ) {
    let similar = changes.similarErrors
    changes.similarErrors = []
    for (index, error) in similar {
      let (column, row) = (index % columns, index / columns)
      guard changes.states[index] == .similar, isPaintedAround(column, row, changes) else {
        changes.similarErrors.append((index, error))
        continue
      }
      let rect = rect(column, row)
      let trusts = !isStale[index] && rect.intersection(clearing).isEmpty
      changes.states[index] = .needed
      changes.neededCount += 1
      changes.blockRect = changes.blockRect.union(rect)
      note(rect, rect.y * size.width + rect.x, base, next, trusts ? before : nil, in: &changes)
    }
  }

  /// Whether a block is drawn in the 16 by 16 pixels around a given block, or within this many
  /// blocks.
  private func isPaintedAround(
    _ column: Int, _ row: Int, _ changes: WebPChanges, reach: Int = 0
  ) -> Bool {
    let (left, top) = (column & ~1, row & ~1)
    for y in max(0, top - reach)..<min(rows, top + 2 + reach) {
      for x in max(0, left - reach)..<min(columns, left + 2 + reach)
      where changes.states[y * columns + x] == .needed {
        return true
      }
    }
    return false
  }

  /// The shown content before the next frame.
  private func base(_ clearing: PixelRect) -> UnsafePointer<UInt32> {
    if clearing.isEmpty { return UnsafePointer(pixels) }
    cleared.update(from: pixels, count: size.area)
    for y in clearing.y..<clearing.maxY {
      (cleared + y * size.width + clearing.x).update(repeating: 0, count: clearing.width)
    }
    return UnsafePointer(cleared)
  }

  /// Finds the pixels of a block that can stay.
  private func note(
    _ rect: PixelRect, _ offset: Int, _ base: UnsafePointer<UInt32>,
    _ next: UnsafePointer<UInt32>, _ before: UnsafePointer<UInt32>?, in changes: inout WebPChanges
  ) {
    var (left, right, top, bottom) = (Int.max, 0, Int.max, 0)
    for y in 0..<rect.height {
      let start = offset + y * size.width
      for place in start..<(start + rect.width) {
        if next[place] == base[place] || before.map({ $0[place] == next[place] }) == true {
          changes.keptCount += 1
          continue
        }
        let x = place - start
        left = min(left, x)
        right = max(right, x + 1)
        top = min(top, y)
        bottom = y + 1
        if next[place].littleEndian >> 24 != 255 { changes.canBlend = false }
      }
    }
    if bottom == 0 { return }
    changes.pixelRect = changes.pixelRect.union(
      PixelRect(x: rect.x + left, y: rect.y + top, width: right - left, height: bottom - top))
  }

  private func equal(
    _ one: UnsafePointer<UInt32>, _ two: UnsafePointer<UInt32>, _ rect: PixelRect
  ) -> Bool {
    for y in 0..<rect.height {
      for x in 0..<rect.width where one[y &* size.width &+ x] != two[y &* size.width &+ x] {
        return false
      }
    }
    return true
  }

  /// The pixels of a rectangle, with those that can stay as transparent ones.
  ///
  /// - Parameter wholeBlocks: whether only whole blocks are omitted.
  func patch(
    _ rect: PixelRect, of frame: CanvasFrame, _ changes: WebPChanges, clearing: PixelRect,
    wholeBlocks: Bool
  ) -> [UInt32] {
    let next = PixelPlane(frame.pixels).row(0, from: 0)
    let before = wanted.map { PixelPlane($0).row(0, from: 0) }
    let base = base(clearing)
    return [UInt32](unsafeUninitializedCapacity: rect.size.area) { patch, count in
      patch.initialize(repeating: 0)
      count = rect.size.area
      for row in rect.y / Self.side...(rect.maxY - 1) / Self.side {
        for column in rect.x / Self.side...(rect.maxX - 1) / Self.side {
          let index = row * columns + column
          let block = self.rect(column, row)
          let part = block.intersection(rect)
          guard changes.states[index] == .needed else {
            if wholeBlocks {
              fill(
                part, of: next, in: patch, rect,
                isNear: isPaintedAround(column, row, changes, reach: 1))
            }
            continue
          }
          let trusts = !isStale[index] && block.intersection(clearing).isEmpty
          for y in part.y..<part.maxY {
            let target = (y - rect.y) * rect.width - rect.x
            for x in part.x..<part.maxX {
              let place = y * size.width + x
              let stays =
                next[place] == base[place]
                || (trusts && before.map { $0[place] == next[place] } == true)
              if stays && (!wholeBlocks || next[place].littleEndian >> 24 != 255) { continue }
              patch[target + x] = next[place]
            }
          }
        }
      }
    }
  }

  /// Gives omitted pixels a colour although they are transparent: their own next to drawn pixels,
  /// otherwise the mean. Blocks are predicted from their neighbours, and players spread colours
  /// slightly.
  private func fill(
    _ part: PixelRect, of next: UnsafeMutablePointer<UInt32>,
    in patch: UnsafeMutableBufferPointer<UInt32>, _ rect: PixelRect, isNear: Bool
  ) {
    if isNear {
      for y in part.y..<part.maxY {
        for x in part.x..<part.maxX {
          patch[(y - rect.y) * rect.width + x - rect.x] =
            next[y * size.width + x].littleEndian & 0xFF_FFFF
        }
      }
      return
    }
    var (red, green, blue): (UInt32, UInt32, UInt32) = (0, 0, 0)
    for y in part.y..<part.maxY {
      for x in part.x..<part.maxX {
        let pixel = next[y * size.width + x].littleEndian
        red += pixel & 255
        green += pixel >> 8 & 255
        blue += pixel >> 16 & 255
      }
    }
    let count = UInt32(part.size.area)
    let mean = (red / count | (green / count) << 8 | (blue / count) << 16).littleEndian
    for y in part.y..<part.maxY {
      let start = (y - rect.y) * rect.width + part.x - rect.x
      for place in start..<(start + part.width) { patch[place] = mean }
    }
  }

  /// Applies a chosen frame.
  ///
  /// - Parameters:
  ///   - patch: its decoded image; nil if it draws nothing.
  ///   - changes: the changes that it was chosen for.
  func show(
    _ frame: CanvasFrame, _ patch: WebPPatch?, _ changes: WebPChanges, clearing: PixelRect
  ) {
    if !clearing.isEmpty {
      for y in clearing.y..<clearing.maxY {
        (pixels + y * size.width + clearing.x).update(repeating: 0, count: clearing.width)
      }
    }
    if let patch { draw(patch) }
    let next = UnsafePointer(PixelPlane(frame.pixels).row(0, from: 0))
    for (index, error) in changes.similarErrors {
      set(index, error)
      isStale[index] = true
    }
    if !clearing.isEmpty { settle(clearing, next) { _, block in clearing.contains(block) } }
    if let patch {
      settle(patch.rect, next) { index, block in
        changes.states[index] == .needed || (!patch.leavesOut && patch.rect.contains(block))
      }
    }
    wanted = frame.pixels
  }

  private func draw(_ patch: WebPPatch) {
    let rect = patch.rect
    patch.pixels.withUnsafeBufferPointer { source in
      for y in 0..<rect.height {
        let target = pixels + (rect.y + y) * size.width + rect.x
        let row = source.baseAddress! + y * rect.width
        if patch.blendsOver {
          StraightAlpha.overlay(target, row, rect.width)
        } else {
          target.update(from: row, count: rect.width)
        }
      }
    }
  }

  /// Measures the blocks that a rectangle touches. Partly drawn blocks are still judged by the
  /// error after drawing the whole block.
  private func settle(
    _ rect: PixelRect, _ next: UnsafePointer<UInt32>, isPainted: (Int, PixelRect) -> Bool
  ) {
    for row in rect.y / Self.side...(rect.maxY - 1) / Self.side {
      for column in rect.x / Self.side...(rect.maxX - 1) / Self.side {
        let index = row * columns + column
        let block = self.rect(column, row)
        let offset = block.y * size.width + block.x
        let error = WebPBlockError(
          UnsafePointer(pixels) + offset, next + offset, stride: size.width, block.width,
          block.height)
        set(index, error)
        guard isPainted(index, block) else { continue }
        painted[index] = error
        isStale[index] = false
      }
    }
  }

  private func set(_ index: Int, _ error: WebPBlockError) {
    noise += Int64(error.noise) - Int64(current[index].noise)
    bias += Int64(error.bias) - Int64(current[index].bias)
    current[index] = error
  }
}

/// The changes of a frame, block by block.
struct WebPChanges {
  enum BlockState: UInt8 {
    /// The shown content is as good as if it were drawn again.
    case unchanged
    /// The shown content is good enough.
    case similar
    /// It must be drawn.
    case needed
  }

  var states: [BlockState]
  /// Blocks that can stay although the wanted content changed, with their errors.
  var similarErrors: [(index: Int, error: WebPBlockError)] = []
  var neededCount = 0
  /// The bounds of all blocks that must be drawn.
  var blockRect = PixelRect.empty
  /// The bounds of all pixels that must be drawn.
  var pixelRect = PixelRect.empty
  /// Pixels of needed blocks that can stay.
  var keptCount = 0
  /// Whether every pixel that must be drawn is opaque.
  var canBlend = true

  init(columns: Int, rows: Int) {
    states = Array(repeating: .unchanged, count: columns * rows)
  }
}

/// The decoded image of a frame.
struct WebPPatch {
  var rect: PixelRect
  var pixels: [UInt32]
  /// Whether transparent pixels leave the canvas unchanged.
  var blendsOver: Bool
  /// Whether unchanged blocks are omitted.
  var leavesOut: Bool
}
