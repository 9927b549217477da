/// The numbers of pixels that are painted with each colour and that show it, up to a limit of
/// different colours.
struct ColorCounts {
  /// Colours in the order of arrival.
  private(set) var colors: [UInt32] = []
  /// Pixels that are painted, in all frames.
  private(set) var counts: [Int] = []
  /// Pixels that show each colour, in all frames.
  private(set) var shown: [Int] = []
  /// Pixels of the current frame that show each colour.
  private var showing: [Int] = []
  /// The last frame that painted each colour.
  private var lastFrames: [Int32] = []
  /// Index + 1; 0 is empty.
  private var slots: [UInt32] = Array(repeating: 0, count: 4096)
  private var mask = 4095
  /// The colours that were painted and hidden last; the next ones are usually the same.
  private var painted = Known()
  private var hidden = Known()
  let limit: Int

  init(limit: Int) { self.limit = limit }

  var isFull: Bool { colors.count >= limit }

  /// Counts a pixel.
  ///
  /// - Returns: whether it is the first of its colour in this frame.
  @inline(__always)
  mutating func add(_ color: UInt32, frame: Int32) -> Bool {
    painted = known(color, painted)
    counts[painted.index] &+= 1
    showing[painted.index] &+= 1
    guard lastFrames[painted.index] != frame else { return false }
    lastFrames[painted.index] = frame
    return true
  }

  /// Records that a pixel no longer shows a counted colour.
  @inline(__always)
  mutating func hide(_ color: UInt32) {
    hidden = known(color, hidden)
    showing[hidden.index] &-= 1
  }

  /// Ends a frame.
  mutating func endFrame() {
    for index in shown.indices { shown[index] &+= showing[index] }
  }

  /// A colour and where it is counted.
  private struct Known {
    var color: UInt32 = 0
    var index = -1
  }

  @inline(__always)
  private mutating func known(_ color: UInt32, _ recent: Known) -> Known {
    recent.color == color && recent.index >= 0
      ? recent : Known(color: color, index: index(of: color))
  }

  private mutating func index(of color: UInt32) -> Int {
    var slot = Int((color &* 0x9e37_79b1) &>> 8) & mask
    while slots[slot] != 0 {
      let index = Int(slots[slot]) &- 1
      if colors[index] == color { return index }
      slot = (slot &+ 1) & mask
    }
    colors.append(color)
    counts.append(0)
    shown.append(0)
    showing.append(0)
    lastFrames.append(-1)
    slots[slot] = UInt32(colors.count)
    if colors.count * 2 > mask { grow() }
    return colors.count - 1
  }

  private mutating func grow() {
    mask = mask * 2 + 1
    slots = Array(repeating: 0, count: mask + 1)
    for (index, color) in colors.enumerated() {
      var slot = Int((color &* 0x9e37_79b1) &>> 8) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt32(index + 1)
    }
  }
}
