internal import Atlases
internal import Raster
internal import SystemPackage
internal import Writing

/// Shapes frames for sheets of several scales and writes their pages.
final class SheetPages {
  private let sheets: [SheetPlan.Sheet]
  private let isExact: Bool
  /// The pages of each sheet.
  private let paths: [[FilePath]]
  private let sinks: [SheetSink]
  private var shapers: [Shaper] = []
  /// The shaper of each sheet: sheets of one scale share one.
  private var shaperOfSheet: [Int] = []
  /// One for each shaper; nil without labels.
  private var labels: [CellLabel?] = []

  /// - Parameters:
  ///   - paths: existing files, one for each page, sheet by sheet.
  ///   - pictures: the format of the pages.
  ///   - text: the text in the cells; nil for none.
  ///   - font: the font of that text.
  ///   - head: the text above the cells; nil for none.
  ///   - tick: called from time to time while a page takes long.
  /// - Throws: ``SheetError`` for a font.
  init(
    _ sheets: [SheetPlan.Sheet], paths: [FilePath], png: PNGWritingOptions,
    pictures: SheetPictures = SheetPictures(), labels text: LabelText? = nil,
    font: SheetWritingOptions.LabelFont? = nil, head: SheetHead? = nil,
    tick: @escaping () throws -> Void
  ) throws {
    self.sheets = sheets
    isExact = pictures.isExact
    var left = paths[...]
    let divided = sheets.map { sheet in
      defer { left = left.dropFirst(sheet.atlas.pages.count) }
      return Array(left.prefix(sheet.atlas.pages.count))
    }
    self.paths = divided
    sinks = zip(sheets, divided).map { sheet, paths in
      let gaps = sheet.cells.geometry.gaps(extrude: sheet.cells.extrude)
      return SheetSink(
        sheet.cells, isScattered: sheet.isScattered,
        files: SheetPageFiles(
          sizes: sheet.cells.geometry.pages, paths: paths,
          mayBeTransparent: gaps.map { sheet.shaping.outputHasAlpha || $0 > 0 }, options: png,
          pictures: pictures, isEven: sheet.cells.geometry.isEven, tick: tick),
        head: head?.picture(width: sheet.cells.geometry.pages[0].width))
    }
    var known: [ShapingPlan: Int] = [:]
    for sheet in sheets {
      if known[sheet.shaping] == nil {
        known[sheet.shaping] = shapers.count
        shapers.append(Shaper(sheet.shaping))
        labels.append(try text.flatMap { try Self.label($0, font, on: sheet.shaping.output) })
      }
      shaperOfSheet.append(known[sheet.shaping] ?? 0)
    }
  }

  private static func label(
    _ text: LabelText, _ font: SheetWritingOptions.LabelFont?, on size: PixelSize
  ) throws -> CellLabel? {
    try LabelFace(font, on: size, longest: text.longest).map { CellLabel(text, $0, on: size) }
  }

  /// Takes the next frame as read from the source.
  func write(_ frame: TimedFrame) throws {
    let shaped = try zip(shapers, labels).map { shaper, label in
      let picture = try shaper.shape(frame.frame).color
      guard let label else { return picture }
      return CanvasFrame(
        index: picture.index,
        pixels: label.draw(frame.start, frame: picture.index, on: picture.pixels),
        changed: PixelRect(picture.pixels.size))
    }
    for (sink, shaper) in zip(sinks, shaperOfSheet) {
      try sink.write(
        TimedFrame(frame: shaped[shaper], start: frame.start, duration: frame.duration))
    }
  }

  func finish() throws {
    for sink in sinks { try sink.finish() }
  }

  func cancel() {
    for sink in sinks { sink.cancel() }
  }

  /// Reads every page again and compares every cell.
  ///
  /// - Throws: ``ReadBackError``.
  func check(_ isCancelled: () throws -> Void) throws {
    for (index, sheet) in sheets.enumerated() {
      try SheetReadBack(
        atlas: sheet.placed, cells: sheet.cells, digests: sinks[index].digests,
        isExact: isExact, pages: paths[index]
      ).check(isCancelled)
    }
  }
}
