internal import AnimTiming
package import OutputFiles
package import Raster
package import Stages
internal import Threads

/// Yields full frames that are cut from the pages of a sheet.
///
/// Pages are decoded on demand. If frames are on them in play order, at most one row of cells is in
/// memory; otherwise a decoded page is kept in memory or, beyond ``SheetPage/memoryBudget``, in a
/// temporary file.
package final class SheetSource: FileReading {
  package let info: SourceInfo

  private let cells: [SheetCell]
  private let pages: [SheetPage]
  private let files: [FileStatus]
  private let pool: PixelBuffer.Pool
  private var decodingWarnings: WarningList
  private var position = 0
  private var hasFailed = false
  /// The last returned frame.
  private var last: (index: Int, pixels: PixelBuffer)?
  private var page: Int?
  private var reportedPages: Set<Int> = []
  private var hasAlpha: Bool?

  /// - Parameters:
  ///   - info: with a frame for each of `cells`.
  ///   - cells: inside their pages, whose indices are those of `pages`.
  ///   - files: the paths of the pages.
  init(
    _ info: SourceInfo, cells: [SheetCell], pages: [SheetPage], files: [FileStatus] = [],
    options: ReadingOptions
  ) {
    precondition(info.frames.count == cells.count, "a cell for each frame")
    self.info = info
    self.cells = cells
    self.pages = pages
    self.files = files
    pool = PixelBuffer.Pool(size: info.size)
    decodingWarnings = WarningList(isStrict: options.isStrict)
  }

  package var warnings: [ReadingWarning] { decodingWarnings.warnings }

  package func reads(_ file: FileStatus) -> Bool { files.contains { $0.isSameFile(as: file) } }

  package func next() throws -> CanvasFrame? {
    guard !hasFailed, position < cells.count else { return nil }
    let index = position
    if let last, cells[last.index] == cells[index] {
      position += 1
      self.last = (index, last.pixels)
      return CanvasFrame(
        index: index, pixels: last.pixels,
        changed: last.index == index - 1 ? .empty : PixelRect(info.size))
    }
    do {
      let pixels = try draw(index)
      last = (index, pixels)
      position += 1
      return CanvasFrame(index: index, pixels: pixels, changed: PixelRect(info.size))
    } catch {
      hasFailed = true
      throw error
    }
  }

  /// Seeking itself costs nothing. If only a band of a page is kept, an earlier band is decoded
  /// again from the top of the page.
  package func seek(to index: Int) throws {
    precondition((0...cells.count).contains(index), "no frame \(index)")
    position = index
    last = nil
  }

  /// Every cell is independent, although the rows above it on its page may have to be decoded.
  package func restartPoint(for index: Int) -> Int { index }

  /// Two images, a layer, the memory of the pages, and the rows that are being decoded.
  package var decodingBytes: Int {
    let rows = pages.map { $0.size.width * 16 }.max() ?? 0
    let layers = cells.contains { !$0.above.isEmpty } ? 1 : 0
    return info.decodingBytes(pictures: 2 + layers) + rows + pages.reduce(0) { $0 + $1.keptBytes }
      + (pages.map(\.bandBytes).max() ?? 0)
  }

  package func detectAlpha() throws -> Bool {
    if let hasAlpha { return hasAlpha }
    var found = info.alpha == .present
    if info.alpha == .possible {
      try seek(to: 0)
      while !found, let frame = try next() {
        try CancellationFlag.betweenFrames?.check()
        found = !frame.changed.isEmpty && !frame.pixels.isOpaque(in: frame.changed)
      }
    }
    hasAlpha = found
    try seek(to: 0)
    return found
  }

  private func draw(_ index: Int) throws -> PixelBuffer {
    let cell = cells[index]
    let pixels = pool.take()
    pixels.contents = nil
    let canvas = PixelRect(info.size)
    if cell.visible != canvas { pixels.clear(canvas) }
    let target = UnsafeMutableRawPointer(pixels.base).assumingMemoryBound(to: UInt32.self)
    let width = info.size.width
    try withPage(of: cell, frame: index) { page, source, stride in
      cell.draw(from: source, stride: stride, into: target, canvasWidth: width)
      if page.isPremultiplied {
        for y in cell.visible.y..<cell.visible.maxY {
          StraightAlpha.unpremultiply(target + (y * width + cell.visible.x), cell.visible.width)
        }
      }
    }
    for layer in cell.above {
      try withPage(of: layer.cell, frame: index) { page, source, stride in
        layer.cell.blend(
          from: source, stride: stride, over: target, canvasWidth: width, mode: layer.mode,
          opacity: layer.opacity, isPremultiplied: page.isPremultiplied)
      }
    }
    return pixels
  }

  /// Provides the stored pixels of a cell, if it has any.
  private func withPage(
    of cell: SheetCell, frame: Int,
    _ body: (_ page: SheetPage, UnsafePointer<UInt32>, _ stride: Int) -> Void
  ) throws {
    if cell.rect.isEmpty { return }
    let page = pages[cell.page]
    if let before = self.page, before != cell.page { pages[before].rest() }
    self.page = cell.page
    try page.withPixels(of: cell.rect) { source, stride in body(page, source, stride) }
    if let damage = page.damage, reportedPages.insert(cell.page).inserted {
      let name = pages.count > 1 ? "sheet \(cell.page)" : "the sheet"
      try decodingWarnings.report(
        ReadingWarning(kind: .damagedFrame, frame: frame, detail: "\(name): \(damage)"))
    }
  }
}
