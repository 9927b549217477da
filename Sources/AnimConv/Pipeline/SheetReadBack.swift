internal import AnimTiming
internal import SystemPackage

/// Opens the pages of a written sheet and cuts every cell out again.
struct SheetReadBack {
  let atlas: Atlas
  let cells: SheetCells
  /// What each cell's whole frame was.
  let digests: [FrameDigest]
  /// The files of the pages.
  let pages: [FilePath]

  /// - Throws: ``ReadBackError`` when a size or a pixel differs.
  /// - Complexity: decodes every page once.
  func check(_ isCancelled: () throws -> Void) throws {
    // The first frame of each cell, in the order of cells.
    var first: [Int] = []
    for (index, cell) in cells.cellOfFrame.enumerated() where Int(cell) == first.count {
      first.append(index)
    }
    guard digests.count == first.count else {
      throw ReadBackError.differs(
        what: "cells", expected: "\(first.count)", found: "\(digests.count)")
    }
    // From the top of each page down, so that no page has to be held.
    let order = first.indices.sorted { place(first[$0]) < place(first[$1]) }
    do {
      let source = try open(order.map { atlas.frames[first[$0]] })
      for cell in order {
        try isCancelled()
        guard let found = try source.next(), FrameDigest(found.pixels) == digests[cell] else {
          throw ReadBackError.wrongPixels(frame: first[cell])
        }
      }
    } catch let error as ReadingError {
      throw ReadBackError.unreadable(reason: error.reason)
    }
  }

  private func place(_ frame: Int) -> (page: Int, y: Int, x: Int) {
    let frame = atlas.frames[frame]
    return (frame.page, frame.rect.y, frame.rect.x)
  }

  private func open(_ frames: [AtlasFrame]) throws -> SheetSource {
    var options = ReadingOptions()
    options.isStrict = true
    options.limits = .unlimited
    let pictures = try zip(pages, atlas.pages).map { path, page in
      let rows = try openPicture(openFile(path, limits: options.limits), options: options)
      guard rows.size == page.size else {
        throw ReadBackError.differs(
          what: "the size", expected: "\(page.size ?? rows.size)", found: "\(rows.size)")
      }
      return SheetAssembly.Picture(rows: rows)
    }
    let canvas = atlas.frames[0].sourceSize
    return try SheetAssembly(
      kind: .atlas, canvas: canvas,
      cells: frames.map { SheetCell($0, page: $0.page, canvas: canvas) }, pictures: pictures,
      delays: frames.map(\.delay)
    ).source(options: options)
  }
}

extension ReadingLimits {
  /// For files that animconv has just written itself.
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
