import GIFBlocks
internal import Raster

/// Codes frames one after another with ``PathSearch``, each with local colours if they save bytes.
final class SearchEncoder {
  private let width: Int
  private let height: Int
  private let settings: GIFEncodingSettings
  private let weights: EncodingWeights
  private var writer: GIFBlockWriter
  private let painted: PaintedColors
  private let analysis: FrameAnalysis
  private let search: PathSearch
  private let field: SearchField
  private var queue: [QueuedFrame] = []
  private var globalPalette: FramePalette?
  /// The area that the previous frame's disposal has cleared.
  private var cleared: PixelRect?
  private var isFirst = true
  private let fixedPalette: FramePalette?

  /// - Parameter palette: colours for all frames; nil allows local colours.
  init(
    width: Int, height: Int, settings: GIFEncodingSettings, weights: EncodingWeights,
    palette: GIFPalette?, writer: GIFBlockWriter
  ) {
    self.width = width
    self.height = height
    self.settings = settings
    self.weights = weights
    self.writer = writer
    fixedPalette = palette.map { FramePalette(pixels: $0.colors) }
    painted = PaintedColors(width: width, height: height)
    analysis = FrameAnalysis(painted: painted, weights: self.weights)
    search = PathSearch(settings: self.weights.search)
    field = SearchField(pixelCount: width * height)
  }

  /// Takes the next frame; returns a written one for reuse.
  func append(_ frame: QueuedFrame) throws -> QueuedFrame? {
    queue.append(frame)
    return queue.count > weights.lookAhead ? try encodeNext() : nil
  }

  /// Writes the waiting frames, and the end of the file.
  func finish() throws {
    while !queue.isEmpty { _ = try encodeNext() }
    try writer.writeTrailer()
  }

  private func encodeNext() throws -> QueuedFrame {
    let frame = queue[0]
    let canvasRect = PixelRect(x: 0, y: 0, width: width, height: height)
    var region = isFirst || settings.isPlain ? canvasRect : frame.changed ?? canvasRect
    if let cleared { region = region.union(cleared) }
    // A frame has at least one pixel, even if nothing has changed.
    if region.isEmpty { region = PixelRect(x: 0, y: 0, width: 1, height: 1) }
    let vanishing = queue.count > 1 ? vanishingPixels(frame, queue[1]) : nil
    analysis.analyze(
      frame, following: queue[1...], region: vanishing?.union(region) ?? region,
      required: isFirst ? canvasRect : vanishing, isPlain: settings.isPlain, into: field)
    let entries = analysis.histogram.entries
    let palette = choosePalette(for: entries)
    if isFirst {
      try writer.writeHeader(width: width, height: height, palette: palette.table)
      try writer.writeLoop(plays: settings.plays)
      globalPalette = palette
      isFirst = false
    }
    let transparent = palette.transparentIndex
    let minCodeSize = LZWGreedyEncoder.minCodeSize(highestIndex: transparent)
    let data = search.encode(
      field, palette: palette.labs,
      paletteError: PaletteBuilder.meanError(of: entries, with: NearestColor(palette.labs)),
      transparentIndex: transparent, minCodeSize: minCodeSize)
    let isGlobal = palette === globalPalette
    try writer.writeImage(
      GIFImage(
        rect: field.rect, palette: isGlobal ? nil : palette.table, minCodeSize: minCodeSize,
        data: data),
      control: GIFFrameControl(
        delay: frame.duration, disposal: vanishing == nil ? .keep : .clear,
        transparentIndex: UInt8(transparent)))
    painted.paint(field, palette: palette.labs, transparentIndex: transparent)
    cleared = nil
    if vanishing != nil {
      painted.clear(field.rect)
      cleared = field.rect
    }
    queue.removeFirst()
    return frame
  }

  /// The smallest rectangle of pixels that are opaque now and transparent in the next frame.
  private func vanishingPixels(_ frame: QueuedFrame, _ next: QueuedFrame) -> PixelRect? {
    var bounds: PixelRect?
    let rect = next.changed ?? PixelRect(x: 0, y: 0, width: width, height: height)
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX {
        let place = y * width + x
        if frame.pixels.base[place] != 0, next.pixels.base[place] == 0 {
          let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
          bounds = bounds?.union(pixel) ?? pixel
        }
      }
    }
    return bounds
  }

  private func choosePalette(for entries: [Lab]) -> FramePalette {
    if let fixedPalette { return fixedPalette }
    if let globalPalette {
      // A first frame without a pixel has left the table empty, which then needs an entry.
      let isOnlyOne = settings.usesOnlyGlobalPalette && !globalPalette.labs.isEmpty
      if entries.isEmpty || isOnlyOne { return globalPalette }
    }
    // One colour per three pixels is plenty, and few pixels need no large table.
    let count = min(settings.colors - 1, max(16, analysis.paintedCount / 3))
    let local = FramePalette(PaletteBuilder.colors(for: analysis.histogram, count: count))
    if let globalPalette {
      // A local table must save more than its bytes.
      let gain =
        PaletteBuilder.error(of: entries, with: NearestColor(globalPalette.labs))
        - PaletteBuilder.error(of: entries, with: NearestColor(local.labs))
      let bits = Float(local.table.byteCount * 8)
      if gain < bits * weights.search.errorPerBit { return globalPalette }
    }
    return local
  }
}
