internal import AnimTiming
internal import Atlases
internal import Raster
internal import Reading
internal import Stages
internal import SystemPackage
internal import Writing

/// Opens the pages of a written sheet and cuts out every cell.
struct SheetReadBack {
  let atlas: Atlas
  let cells: SheetCells
  /// The whole frame of each cell.
  let digests: [FrameDigest]
  /// Whether pages store every pixel exactly; otherwise every cell is decoded but not compared.
  let isExact: Bool
  /// The files of the pages.
  let pages: [FilePath]

  /// - Throws: ``ReadBackError`` if a size or a pixel differs.
  /// - Complexity: decodes every page once; one page is open at a time.
  func check(_ isCancelled: () throws -> Void) throws {
    var first = firstFrames
    guard digests.count == first.count else {
      throw ReadBackError.differs(
        what: "cells", expected: "\(first.count)", found: "\(digests.count)")
    }
    // From the top of each page down, so that pages are not kept.
    first.sort { place($0) < place($1) }
    var frames = first[...]
    do {
      for page in pages.indices {
        let count = frames.prefix { atlas.frames[$0].page == page }.count
        try check(page, frames: frames.prefix(count), isCancelled)
        frames = frames.dropFirst(count)
      }
    } catch let error as ReadingError {
      throw ReadBackError.unreadable(reason: error.reason)
    }
  }

  /// The first frame of each cell, in the order of cells.
  private var firstFrames: [Int] {
    var first: [Int] = []
    first.reserveCapacity(digests.count)
    for (index, cell) in cells.cellOfFrame.enumerated() where Int(cell) == first.count {
      first.append(index)
    }
    return first
  }

  private func place(_ frame: Int) -> (page: Int, y: Int, x: Int) {
    let frame = atlas.frames[frame]
    return (frame.page, frame.rect.y, frame.rect.x)
  }

  /// - Parameter frames: those on the page, from top to bottom.
  private func check(
    _ page: Int, frames: ArraySlice<Int>, _ isCancelled: () throws -> Void
  ) throws {
    let source = try open(page, frames.map { atlas.frames[$0] })
    for frame in frames {
      try isCancelled()
      guard let found = try source?.next(),
        !isExact || FrameDigest(found.pixels) == digests[Int(cells.cellOfFrame[frame])]
      else { throw ReadBackError.wrongPixels(frame: frame) }
    }
  }

  /// - Returns: nil for a page without frames, whose size is still checked.
  private func open(_ page: Int, _ frames: [AtlasFrame]) throws -> SheetSource? {
    var options = ReadingOptions()
    options.isStrict = true
    options.limits = .unlimited
    let rows = try openPicture(openFile(pages[page], limits: options.limits), options: options)
    if let size = atlas.pages[page].size, rows.size != size {
      throw ReadBackError.differs(what: "the size", expected: "\(size)", found: "\(rows.size)")
    }
    guard let canvas = frames.first?.sourceSize else { return nil }
    return try SheetAssembly(
      kind: .atlas, canvas: canvas,
      cells: frames.map { SheetCell($0, page: 0, canvas: canvas) },
      pictures: [SheetAssembly.Picture(rows: rows)], delays: frames.map(\.delay)
    ).source(options: options)
  }
}

extension ReadingLimits {
  /// For files that animconv itself has just written.
  static var unlimited: ReadingLimits {
    var limits = ReadingLimits()
    limits.maxPixels = .max
    limits.maxFrames = .max
    limits.maxTotalPixels = .max
    limits.maxMetadataBytes = .max
    limits.maxSpooledBytes = .max
    return limits
  }
}
