internal import Raster

/// The pixels to paint to turn one canvas into another.
struct FrameComparison {
  /// The smallest rectangle with all changed pixels; nil if none changes.
  private(set) var rect: PixelRect?
  /// Pixels that change.
  private(set) var changedCount = 0
  /// Whether an opaque pixel would have to become transparent, which painting cannot do.
  private(set) var uncovers = false

  /// The comparison of two equal canvases.
  init() {}

  init(_ before: [UInt32], _ after: [UInt32], width: Int) {
    let height = after.count / width
    var (minX, maxX, minY, maxY) = (width, -1, height, -1)
    var changed = 0
    var uncovers = false
    before.withUnsafeBufferPointer { before in
      after.withUnsafeBufferPointer { after in
        for y in 0..<height {
          let row = y &* width
          var first = -1
          var last = -1
          for x in 0..<width where before[row &+ x] != after[row &+ x] {
            if first < 0 { first = x }
            last = x
            changed &+= 1
            if after[row &+ x] == 0 { uncovers = true }
          }
          guard first >= 0 else { continue }
          minX = min(minX, first)
          maxX = max(maxX, last)
          if maxY < 0 { minY = y }
          maxY = y
        }
      }
    }
    changedCount = changed
    self.uncovers = uncovers
    if maxY >= 0 {
      rect = PixelRect(x: minX, y: minY, width: maxX - minX + 1, height: maxY - minY + 1)
    }
  }

  /// The smallest rectangle with all pixels that are opaque in one canvas and transparent in the
  /// next; nil if there are none.
  static func vanishing(_ canvas: [UInt32], _ next: [UInt32], width: Int) -> PixelRect? {
    var rest = canvas
    for at in canvas.indices where canvas[at] == 0 || next[at] != 0 { rest[at] = 0 }
    return FrameComparison([UInt32](repeating: 0, count: rest.count), rest, width: width).rect
  }
}
