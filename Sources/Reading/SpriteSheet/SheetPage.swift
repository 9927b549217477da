internal import Raster
internal import Stages

/// One image of a sheet, which provides any rectangle without keeping the whole image.
final class SheetPage {
  /// The memory for the pages of one input: 64 MiB.
  static let memoryBudget = 64 << 20

  /// The part of it for rows of the current page: 32 MiB.
  static let bandBudget = 32 << 20

  /// The place of pixels between decoding and cutting.
  enum Keeping: Equatable {
    /// The rows of the last rectangle only. Going back up decodes from the top again.
    case band
    /// The rows of the last rectangle in an unnamed temporary file, because there are many.
    case bandFile
    /// The whole page in memory.
    case memory
    /// The whole page in an unnamed temporary file.
    case file
  }

  let size: PixelSize
  let hasTransparency: Bool
  /// Whether colours are premultiplied.
  let isPremultiplied: Bool
  /// Why rows are missing, once known.
  private(set) var damage: String?

  private let rows: any PictureRows
  let keeping: Keeping
  private let limits: ReadingLimits
  private let bandHeight: Int
  private var file: SpooledRows?
  private var isWholeDecoded = false
  /// The rows from ``bandStart`` on, ``bandCount`` of them.
  private var band: MappedRows?
  private var bandStart = 0
  private var bandCount = 0
  private var nextRow = 0
  private var isReading = false
  private var firstMissing: Int?

  /// - Parameters:
  ///   - bandHeight: rows of the highest rectangle.
  ///   - isDownward: whether rectangles are requested from top to bottom.
  ///   - memory: bytes for a page that is kept as a whole.
  ///   - bandMemory: bytes for the rows of one rectangle.
  init(
    _ rows: any PictureRows, isPremultiplied: Bool = false, bandHeight: Int, isDownward: Bool,
    memory: Int = memoryBudget, bandMemory: Int = bandBudget, limits: ReadingLimits
  ) {
    self.rows = rows
    self.isPremultiplied = isPremultiplied
    self.limits = limits
    size = rows.size
    hasTransparency = rows.hasTransparency
    keeping = Self.keeping(
      size: rows.size, bandHeight: bandHeight, isDownward: isDownward && rows.passes == 1,
      memory: memory, bandMemory: bandMemory)
    bandBytes = keeping == .band ? rows.size.width * bandHeight * 4 : 0
    self.bandHeight = bandHeight
  }

  static func keeping(
    size: PixelSize, bandHeight: Int, isDownward: Bool, memory: Int = memoryBudget,
    bandMemory: Int = bandBudget
  ) -> Keeping {
    if isDownward, size.width * bandHeight * 4 <= bandMemory { return .band }
    if isDownward, size.width * bandHeight * 4 <= memoryBudget { return .bandFile }
    return size.area * 4 <= memory ? .memory : .file
  }

  /// The largest number of bytes of pixels in memory while this page is idle.
  var keptBytes: Int { keeping == .memory ? size.area * 4 : 0 }
  /// The additional bytes of pixels while it is being cut.
  let bandBytes: Int

  /// Provides a rectangle's pixels, straight RGBA: a pointer to its top left pixel and the row
  /// distance in pixels, valid inside `body` only.
  ///
  /// - Parameter rect: inside the page, not empty.
  /// - Throws: ``ReadingError``.
  /// - Complexity: decodes the rows down to the rectangle's last one; for rows above the current
  ///   ones, from the top again. A kept page is decoded once.
  func withPixels(
    of rect: PixelRect, _ body: (UnsafePointer<UInt32>, _ stride: Int) -> Void
  ) throws {
    switch keeping {
    case .band:
      let base = try moveBand(to: rect).base
      body(base + ((rect.y - bandStart) * size.width + rect.x), size.width)
    case .bandFile:
      try moveBandFile(to: rect)
      try lend(rect, body) { $0 % bandHeight }
    case .memory:
      if !isWholeDecoded { try decodeToMemory() }
      if let band { body(band.base + (rect.y * size.width + rect.x), size.width) }
    case .file:
      if !isWholeDecoded { try decodeToFile() }
      try lend(rect, body) { $0 }
    }
  }

  /// Provides a rectangle from a file.
  ///
  /// - Parameter place: returns the row in the file for a row of the page.
  private func lend(
    _ rect: PixelRect, _ body: (UnsafePointer<UInt32>, _ stride: Int) -> Void,
    _ place: (Int) -> Int
  ) throws {
    let needed = rect.width * rect.height
    let pixels = try room(for: needed)
    for y in 0..<rect.height {
      try file?.read(
        row: place(rect.y + y), x: rect.x, count: rect.width, into: pixels.base + y * rect.width)
    }
    body(pixels.base, rect.width)
  }

  /// The band with at least this many pixels; the contents of a smaller one are kept.
  private func room(for count: Int) throws -> MappedRows {
    if let band, band.count >= count { return band }
    let rows = try MappedRows(count: count)
    if let band { rows.base.update(from: band.base, count: band.count) }
    band = rows
    return rows
  }

  /// Releases memory that an idle page does not need.
  func rest() {
    guard keeping == .band || keeping == .bandFile else { return }
    band = nil
    file = nil
    bandCount = 0
    isReading = false
    rows.finish()
  }

  /// Decodes down to the last row of a rectangle into a file with ``bandHeight`` rows, which
  /// suffices for cells from top to bottom.
  private func moveBandFile(to rect: PixelRect) throws {
    let spooled: SpooledRows
    if let file, isReading, rect.y >= nextRow - bandHeight {
      spooled = file
    } else {
      try rows.restart()
      isReading = true
      nextRow = 0
      spooled = try SpooledRows(width: size.width, height: bandHeight)
      file = spooled
    }
    while nextRow < rect.maxY {
      try spooled.change(row: nextRow % bandHeight) { try decodeRow(into: $0) }
    }
    try spooled.flush()
  }

  /// - Returns: the band, starting with the rectangle's top row.
  private func moveBand(to rect: PixelRect) throws -> MappedRows {
    if !isReading || rect.y < bandStart {
      try rows.restart()
      isReading = true
      nextRow = 0
      bandStart = 0
      bandCount = 0
    }
    let band = try room(for: rect.height * size.width)
    // Rows above the rectangle are dropped; the others move up.
    let kept = max(0, bandStart + bandCount - rect.y)
    if rect.y > bandStart, kept > 0 {
      band.base.update(
        from: band.base + (rect.y - bandStart) * size.width, count: kept * size.width)
    }
    bandStart = rect.y
    bandCount = kept
    while nextRow < rect.y { try decodeRow(into: band.base) }
    while bandCount < rect.height {
      try decodeRow(into: band.base + bandCount * size.width)
      bandCount += 1
    }
    return band
  }

  /// Decodes the next row of a page without passes; a missing one is transparent.
  private func decodeRow(into row: UnsafeMutablePointer<UInt32>) throws {
    try decode(nextRow, into: row)
    if hasTransparency { StraightAlpha.normalise(row, size.width) }
    nextRow += 1
  }

  /// Decodes the current pass of a row; does nothing after the first missing row.
  private func decode(_ y: Int, into row: UnsafeMutablePointer<UInt32>) throws {
    if let firstMissing {
      if y >= firstMissing, rows.passes == 1 { row.update(repeating: 0, count: size.width) }
      if y >= firstMissing || rows.passes > 1 { return }
    }
    guard let reason = try rows.next(into: row) else { return }
    firstMissing = y
    damage = "the data is damaged from row \(y) on (\(reason))"
    if rows.passes == 1 { row.update(repeating: 0, count: size.width) }
  }

  /// Decodes every row of every pass into initially blank rows.
  private func decodeWhole(
    _ withRow: (_ y: Int, (UnsafeMutablePointer<UInt32>) throws -> Void) throws -> Void
  ) throws {
    try rows.restart()
    for pass in 1...rows.passes {
      for y in 0..<size.height {
        try withRow(y) { row in
          try decode(y, into: row)
          if pass == rows.passes, hasTransparency { StraightAlpha.normalise(row, size.width) }
        }
      }
    }
    rows.finish()
  }

  private func decodeToMemory() throws {
    let pixels = try MappedRows(count: size.area)
    try decodeWhole { y, body in try body(pixels.base + y * size.width) }
    band = pixels
    isWholeDecoded = true
  }

  private func decodeToFile() throws {
    let (bytes, overflow) = size.area.multipliedReportingOverflow(by: 4)
    guard !overflow, bytes <= limits.maxSpooledBytes else {
      throw ReadingError.limitExceeded(
        limit: .spooledBytes, value: overflow ? Int.max : bytes, allowed: limits.maxSpooledBytes)
    }
    let spooled = try SpooledRows(width: size.width, height: size.height)
    try decodeWhole { y, body in try spooled.change(row: y, body) }
    try spooled.flush()
    file = spooled
    isWholeDecoded = true
  }
}
