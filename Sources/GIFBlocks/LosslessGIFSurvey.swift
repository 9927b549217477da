internal import Raster

/// Reads all frames of an animation once and chooses the colours of the file.
///
/// Memory does not depend on the number of frames: two canvases, and a few counts per colour.
///
/// ```swift
/// var survey = LosslessGIFSurvey(width: 64, height: 64, sourcePalette: nil)
/// for canvas in canvases { survey.add(canvas) }
/// let plan = survey.plan()
/// ```
package struct LosslessGIFSurvey {
  private let width: Int
  private let height: Int
  private let sourcePalette: GIFPalette?
  private let sourceIndices: ColorIndices
  private var before: [UInt32]
  private var colors = ColorIndices()
  /// For each colour, the number of frames that paint it, and the number of pixels.
  private var frameCounts: [Int] = []
  private var pixelCounts: [Int] = []
  /// The last frame that painted each colour, so that each frame counts once.
  private var lastFrames: [Int] = []
  /// The colours of the first frames, as many whole frames as fit in one table.
  private var shared = ColorIndices()
  private var frameCount = 0
  /// The largest number of colours that a frame paints while some of its pixels can stay unpainted.
  private var mostPainted = 0
  private var needsTransparent = false
  /// Whether any frame clears pixels, which later frames may have to paint again.
  private var everUncovers = false
  /// The first frame that has to paint more colours than a table holds, or a full table while other
  /// pixels stay transparent.
  package private(set) var frameOfManyColors: Int?
  /// Bits of the literals of all frames with the source's order of colours.
  private var sourceBits = 0
  private var order = ColorOrder()

  /// - Parameters:
  ///   - sourcePalette: the global colours of the original GIF.
  package init(width: Int, height: Int, sourcePalette: GIFPalette?) {
    self.width = width
    self.height = height
    self.sourcePalette = sourcePalette
    sourceIndices = ColorIndices(sourcePalette?.colors.map { $0 | 0xff00_0000 } ?? [])
    before = Array(repeating: 0, count: width * height)
  }

  /// Reads the next frame.
  ///
  /// - Parameter canvas: as in ``LosslessGIFFrame/canvas``.
  package mutating func add(_ canvas: [UInt32]) {
    precondition(canvas.count == width * height, "a frame is a whole canvas")
    var painted: [Int] = []
    var paintedPixels = 0
    var uncovers = false
    var lastColor: UInt32 = 0
    var last = -1
    for at in 0..<canvas.count {
      let color = canvas[at]
      if color == 0 { needsTransparent = true }
      if color == before[at] { continue }
      if color == 0 {
        uncovers = true
        continue
      }
      paintedPixels &+= 1
      if color != lastColor {
        lastColor = color
        last = colors.insert(color)
        if last == frameCounts.count {
          frameCounts.append(0)
          pixelCounts.append(0)
          lastFrames.append(-1)
        }
        if lastFrames[last] != frameCount {
          lastFrames[last] = frameCount
          frameCounts[last] += 1
          painted.append(last)
        }
      }
      pixelCounts[last] &+= 1
    }
    if uncovers { everUncovers = true }
    if !fits(canvas, painted: painted.count, uncovers: uncovers) {
      frameOfManyColors = frameOfManyColors ?? frameCount
    }
    note(painted, isWhole: paintedPixels == canvas.count)
    before = canvas
    frameCount += 1
  }

  /// Whether one table holds all colours that a frame has to paint.
  ///
  /// - Parameter painted: colours of pixels that change.
  private func fits(_ canvas: [UInt32], painted: Int, uncovers: Bool) -> Bool {
    // Cleared pixels may have to be painted again, and the rest stays transparent.
    if uncovers { return Set(canvas).count <= 256 }
    if painted != 256 { return painted < 256 }
    // No transparent index is left, so all pixels of the rectangle must be painted.
    guard let rect = FrameComparison(before, canvas, width: width).rect else { return true }
    var all: Set<UInt32> = []
    for y in rect.y..<rect.maxY {
      all.formUnion(canvas[y * width + rect.x..<y * width + rect.maxX])
    }
    return all.count <= 256 && !all.contains(0)
  }

  private mutating func note(_ painted: [Int], isWhole: Bool) {
    if !isWhole {
      mostPainted = max(mostPainted, painted.count)
      needsTransparent = true
    }
    var larger = shared
    for color in painted { _ = larger.insert(colors.colors[color]) }
    if larger.colors.count <= 255 { shared = larger }
    let highest = painted.map { sourceIndices.index(of: colors.colors[$0]) }.max() ?? 0
    sourceBits += LZWGreedyEncoder.minCodeSize(highestIndex: highest)
    if colors.colors.count <= 256 { order.add(ColorOrder.Painted(painted)) }
  }

  /// The best plan for the frames read so far.
  ///
  /// - Parameter keepsSourcePalette: whether to keep the input's order of colours; nil chooses.
  package func plan(keepsSourcePalette: Bool? = nil) -> LosslessGIFPlan {
    let (palette, reserves, bits) = ownPalette()
    let keeps = keepsSourcePalette ?? prefersSource(palette, bits)
    if let sourcePalette, keeps {
      return LosslessGIFPlan(
        width: width, height: height, palette: sourcePalette,
        reservesTransparent: false, keepsSourcePalette: true, isTight: isTight)
    }
    return LosslessGIFPlan(
      width: width, height: height, palette: palette,
      reservesTransparent: reserves, keepsSourcePalette: false, isTight: isTight)
  }

  private var isTight: Bool { colors.colors.count > 255 }

  /// Another order is worthwhile if it makes the literals or the table smaller; otherwise coded
  /// frames of the input can be kept. They can also be kept if the colours do not fit one table.
  private func prefersSource(_ own: GIFPalette, _ ownBits: Int) -> Bool {
    guard let sourcePalette else { return false }
    if colors.colors.count > 256 { return true }
    return colors.colors.allSatisfy { sourceIndices.index(of: $0) >= 0 }
      && sourcePalette.bits <= own.bits && sourceBits <= ownBits
  }

  /// A table chosen for this animation, and the bits of the literals of all frames with it.
  private func ownPalette() -> (palette: GIFPalette, reserves: Bool, bits: Int) {
    let count = colors.colors.count
    // Reserves a transparent index, unless that would double the table although every frame has an
    // unused index.
    let isFull = count >= 2 && count & (count - 1) == 0
    let isSpareEverywhere = isFull && mostPainted < count && !everUncovers
    let reserves = needsTransparent && count != 256 && !isSpareEverywhere
    var chosen = Array(colors.colors.indices)
    if count > 256 { chosen.removeAll { shared.index(of: colors.colors[$0]) < 0 } }
    chosen.sort {
      (frameCounts[$0], pixelCounts[$0], $1) > (frameCounts[$1], pixelCounts[$1], $0)
    }
    var bits = 0
    if count <= 256 {
      chosen = order.best(byUse: chosen, reserved: reserves ? 1 : 0)
      bits = order.bits(chosen, reserves ? 1 : 0)
    }
    let ordered = chosen.map { colors.colors[$0] & 0xff_ffff }
    return (GIFPalette((reserves ? [0] : []) + ordered), reserves, bits)
  }
}
