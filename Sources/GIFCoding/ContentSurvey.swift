internal import GIFBlocks

/// Looks at all frames once and finds out what kind of pictures they are.
///
/// A screen, a drawing or pixel art has few colours, and an error in one of them is seen: such
/// *flat* content is quantized once for the whole clip, without dither, or not at all. Everything
/// else is *natural* and goes through the search. Memory: two canvases and at most 65,536 counts.
package struct ContentSurvey {
  /// Different colours from which on content is natural.
  static let colorLimit = 65_536
  /// Share of the pixels that the commonest 255 colours have in flat content.
  static let flatShare = 0.8

  private let width: Int
  private let height: Int
  private let settings: GIFEncodingSettings
  private let edge: AlphaEdge
  private var counts = ColorCounts(limit: ContentSurvey.colorLimit)
  private var lossless: LosslessGIFSurvey
  private var before: [UInt32]
  private var frameCount: Int32 = 0
  /// No table can hold what some frame paints.
  private var exceedsTable = false
  /// Some pixel becomes transparent again.
  private var uncovers = false
  private let clip = ColorHistogram()
  private let convert = OKLab.Converter()

  package init(width: Int, height: Int, settings: GIFEncodingSettings) {
    self.width = width
    self.height = height
    self.settings = settings
    edge = AlphaEdge(rule: settings.alphaEdge, width: width)
    lossless = LosslessGIFSurvey(width: width, height: height, sourcePalette: nil)
    before = Array(repeating: 0, count: width * height)
  }

  /// Looks at the next frame.
  ///
  /// - Parameter rgba: the whole canvas, four bytes a pixel, straight alpha.
  package mutating func observe(rgba: UnsafeRawBufferPointer) {
    precondition(rgba.count == width * height * 4, "a frame is a whole canvas")
    // Natural content is known by its first frames; only the palette of the clip needs the others.
    guard !counts.isFull || settings.usesOnlyGlobalPalette else { return }
    let canvas = edge.canvas(rgba)
    var painted = 0
    for place in 0..<canvas.count {
      let color = canvas[place]
      guard color != before[place] else { continue }
      if before[place] != 0, !counts.isFull { counts.hide(before[place]) }
      if color == 0 { uncovers = true }
      guard color != 0 else { continue }
      if settings.usesOnlyGlobalPalette { clip.add(convert(color), pixel: color, weight: 1) }
      if !counts.isFull, counts.add(color, frame: frameCount) { painted += 1 }
    }
    if painted > 255 || counts.isFull { exceedsTable = true }
    if !exceedsTable { lossless.add(canvas) }
    if !counts.isFull { counts.endFrame() }
    before = canvas
    frameCount += 1
  }

  /// What the frames seen are.
  package func content() -> GIFContent {
    guard !counts.isFull else { return natural() }
    // Below the default, quality gives up colours.
    let share = min(1, Double(settings.quality) / 75)
    let limit = max(2, Int(Double(settings.colors) * share))
    // Frames with tables of their own: not where what was cleared has to be painted again, which
    // may take more colours than one frame changes.
    let hasLocalTables = limit == 256 && !settings.usesOnlyGlobalPalette && !uncovers
    if !exceedsTable, hasLocalTables || counts.colors.count < limit {
      return .flat(
        FlatPlan(exactly: lossless.plan(), isOneTable: counts.colors.count < 256))
    }
    let common = counts.counts.sorted(by: >).prefix(255).reduce(0, +)
    let all = counts.counts.reduce(0, +)
    guard Double(common) >= Self.flatShare * Double(all) else { return natural() }
    return .flat(
      FlatPlan(
        counts, width: width, height: height, colorLimit: min(255, max(1, limit - 1))))
  }

  private func natural() -> GIFContent {
    guard settings.usesOnlyGlobalPalette else { return .natural(palette: nil) }
    let colors = PaletteBuilder.colors(for: clip, count: max(1, settings.colors - 1))
    return .natural(palette: GIFPalette(FramePalette(colors).pixels))
  }
}
