internal import GIFBlocks

/// Reads all frames once and determines what kind of pictures they are.
///
/// A screen, a drawing or pixel art has few colours, and errors in them are visible: such *flat*
/// content gets one palette for the whole clip, without dither, or is not quantized at all. All
/// other content is *natural* and uses the search. Memory: two canvases and at most 65,536 counts.
package struct ContentSurvey {
  /// Content with at least this many different colours counts as natural.
  static let colorLimit = 65_536
  /// The share of pixels that have one of the 255 most common colours in flat content.
  static let flatShare = 0.8

  private let width: Int
  private let height: Int
  private let usesOnlyGlobalPalette: Bool
  private let edge: AlphaEdge
  private var counts = ColorCounts(limit: ContentSurvey.colorLimit)
  private var lossless: LosslessGIFSurvey
  private var before: [UInt32]
  private var frameCount: Int32 = 0
  /// Some frame paints more colours than a table holds.
  private var exceedsTable = false
  /// Some pixel becomes transparent again.
  private var uncovers = false
  private let clip = ColorHistogram()
  private let convert = OKLab.Converter()

  /// - Parameter settings: observation depends only on the rule for partly transparent pixels and on the kind
  ///   of palettes; the others may change until ``content(for:)``.
  package init(width: Int, height: Int, settings: GIFEncodingSettings) {
    self.width = width
    self.height = height
    usesOnlyGlobalPalette = settings.usesOnlyGlobalPalette
    edge = AlphaEdge(rule: settings.alphaEdge, width: width)
    lossless = LosslessGIFSurvey(width: width, height: height, sourcePalette: nil)
    before = Array(repeating: 0, count: width * height)
  }

  /// Reads the next frame.
  ///
  /// - Parameter rgba: the whole canvas, four bytes per pixel, straight alpha.
  package mutating func observe(rgba: UnsafeRawBufferPointer) {
    precondition(rgba.count == width * height * 4, "a frame is a whole canvas")
    // The first frames show that content is natural; the other frames are needed only for the
    // clip's palette.
    guard !counts.isFull || usesOnlyGlobalPalette else { return }
    let canvas = edge.canvas(rgba)
    var painted = 0
    for place in 0..<canvas.count {
      let color = canvas[place]
      guard color != before[place] else { continue }
      if before[place] != 0, !counts.isFull { counts.hide(before[place]) }
      if color == 0 { uncovers = true }
      guard color != 0 else { continue }
      if usesOnlyGlobalPalette { clip.add(convert(color), pixel: color, weight: 1) }
      if !counts.isFull, counts.add(color, frame: frameCount) { painted += 1 }
    }
    if painted > 255 || counts.isFull { exceedsTable = true }
    if !exceedsTable { lossless.add(canvas) }
    if !counts.isFull { counts.endFrame() }
    before = canvas
    frameCount += 1
  }

  /// The kind of the frames read so far.
  package func content(for settings: GIFEncodingSettings) -> GIFContent {
    guard !counts.isFull else { return natural(settings.colors) }
    // Below the default, quality reduces colours.
    let share = min(1, Double(settings.quality) / 75)
    let limit = max(2, Int(Double(settings.colors) * share))
    // Frames with local tables. They are impossible if cleared pixels have to be painted again,
    // because that may take more colours than one frame changes.
    let hasLocalTables = limit == 256 && !usesOnlyGlobalPalette && !uncovers
    if !exceedsTable, hasLocalTables || counts.colors.count < limit {
      return .flat(
        FlatPlan(exactly: lossless.plan(), isOneTable: counts.colors.count < 256))
    }
    let common = counts.counts.sorted(by: >).prefix(255).reduce(0, +)
    let all = counts.counts.reduce(0, +)
    guard Double(common) >= Self.flatShare * Double(all) else {
      return natural(settings.colors)
    }
    return .flat(
      FlatPlan(
        counts, width: width, height: height, colorLimit: min(255, max(1, limit - 1))))
  }

  private func natural(_ colorCount: Int) -> GIFContent {
    guard usesOnlyGlobalPalette else { return .natural(palette: nil) }
    let colors = PaletteBuilder.colors(for: clip, count: max(1, colorCount - 1))
    return .natural(palette: GIFPalette(FramePalette(colors).pixels))
  }
}
