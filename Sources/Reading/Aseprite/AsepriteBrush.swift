internal import Raster

/// Draws the pixels of one cel at its place.
struct AsepriteBrush {
  let x: Int
  let y: Int
  let opacity: Int32
  let mode: AsepriteBlendMode
  let drawing: AsepriteComposer.Drawing
  let surface: AsepriteSurface

  /// The part of a row, or of a column, on the surface.
  static func visible(_ start: Int, _ count: Int, _ limit: Int) -> Range<Int> {
    let first = min(max(0, -start), count)
    return first..<max(first, min(count, limit - start))
  }

  /// The visible columns.
  func columns(_ width: Int) -> Range<Int> { Self.visible(x, width, surface.size.width) }

  /// The visible rows.
  func rows(_ height: Int) -> Range<Int> { Self.visible(y, height, surface.size.height) }

  /// Draws pixels of one row.
  ///
  /// - Parameters:
  ///   - samples: of the pixel in column `columns.lowerBound`.
  ///   - row: room for as many pixels.
  func draw(
    _ samples: UnsafePointer<UInt8>, columns: Range<Int>, y line: Int,
    row: UnsafeMutablePointer<UInt32>
  ) {
    drawing.colors.fill(row, from: samples, count: columns.count)
    AsepriteColor.draw(
      row, over: surface.base + ((y + line) * surface.stride + x + columns.lowerBound),
      count: columns.count, opacity: opacity, mode: mode)
  }
}

extension AsepriteComposer {
  /// Draws a cel of pixels; rows that are missing in the file are transparent.
  func draw(_ image: AsepriteImage, _ brush: AsepriteBrush) throws {
    let (columns, rows) = (brush.columns(image.width), brush.rows(image.height))
    if columns.isEmpty || rows.isEmpty { return }
    let stream = try AsepriteSamples(image.stored, reader)
    let pixelBytes = survey.header.depth.byteCount
    let rowBytes = image.width * pixelBytes
    makeRoom(samples: rowBytes, pixels: columns.count)
    for y in 0..<rows.upperBound {
      let count = try read(stream, rowBytes, missing: UInt8(survey.header.transparentIndex))
      if rows.contains(y) {
        samples.withUnsafeBufferPointer { samples in
          row.withUnsafeMutableBufferPointer { row in
            brush.draw(
              samples.baseAddress! + columns.lowerBound * pixelBytes, columns: columns, y: y,
              row: row.baseAddress!)
          }
        }
      }
      if count < rowBytes {
        return try reportShort(brush, image.stored, stream, done: y, of: image.height)
      }
    }
    try finish(stream, brush, image.stored, isWhole: rows.upperBound == image.height)
  }

  /// Draws a cel of tiles, each like a cel.
  func draw(_ map: AsepriteTileMap, _ tiles: AsepriteTiles, _ brush: AsepriteBrush) throws {
    let stream = try AsepriteSamples(map.stored, reader)
    let set = tiles.set
    let rowBytes = map.width * map.bytesPerTile
    makeRoom(samples: rowBytes, pixels: set.width)
    var (isBeyond, isWhole) = (false, true)
    for v in 0..<map.height {
      let top = brush.y + v * set.height
      guard top < brush.surface.size.height else {
        isWhole = false
        break
      }
      let count = try read(stream, rowBytes, missing: set.startsEmpty ? 0 : 255)
      if top + set.height > 0 {
        for u in 0..<map.width {
          let left = brush.x + u * set.width
          guard left < brush.surface.size.width else { break }
          guard left + set.width > 0 else { continue }
          let stored = (0..<map.bytesPerTile).reduce(UInt32(0)) {
            $0 | UInt32(samples[u * map.bytesPerTile + $1]) << UInt32(8 * $1)
          }
          guard let number = map.number(stored, in: set) else { continue }
          guard number < set.count else {
            isBeyond = true
            continue
          }
          draw(number, map.turn(stored), of: tiles, brush.moved(toX: left, y: top))
        }
      }
      if count < rowBytes {
        return try reportShort(brush, map.stored, stream, done: v, of: map.height)
      }
    }
    if isBeyond {
      try report(
        brush.drawing.frame, map.stored.offset,
        "frame \(brush.drawing.frame) has tiles beyond the \(set.count) of their set; they are empty"
      )
    }
    try finish(stream, brush, map.stored, isWhole: isWhole)
  }

  private func draw(
    _ number: Int, _ turn: AsepriteTiles.Turn, of tiles: AsepriteTiles, _ brush: AsepriteBrush
  ) {
    let columns = brush.columns(tiles.set.width)
    let pixelBytes = survey.header.depth.byteCount
    withUnsafeTemporaryAllocation(
      of: UInt8.self, capacity: tiles.set.width * pixelBytes
    ) { line in
      let line = line.baseAddress!
      for y in brush.rows(tiles.set.height) {
        tiles.fill(line, tile: number, y: y, turn)
        row.withUnsafeMutableBufferPointer { row in
          brush.draw(
            line + columns.lowerBound * pixelBytes, columns: columns, y: y, row: row.baseAddress!)
        }
      }
    }
  }

  private func makeRoom(samples count: Int, pixels: Int) {
    if samples.count < count { samples = [UInt8](repeating: 0, count: count) }
    if row.count < pixels { row = [UInt32](repeating: 0, count: pixels) }
  }

  /// Reads a row and fills up missing pixels.
  private func read(_ stream: AsepriteSamples, _ count: Int, missing: UInt8) throws -> Int {
    try samples.withUnsafeMutableBufferPointer { samples in
      let base = samples.baseAddress!
      let done = try stream.read(count, into: base)
      (base + done).update(repeating: missing, count: count - done)
      return done
    }
  }

  private func reportShort(
    _ brush: AsepriteBrush, _ stored: AsepriteStored, _ stream: AsepriteSamples, done: Int,
    of height: Int
  ) throws {
    let frame = brush.drawing.frame
    try report(
      frame, stored.offset,
      "a cel of frame \(frame) is damaged after \(done) of \(height) rows"
        + (stream.fault.map { " (\($0))" } ?? "") + "; the others are transparent")
  }

  private func finish(
    _ stream: AsepriteSamples, _ brush: AsepriteBrush, _ stored: AsepriteStored, isWhole: Bool
  ) throws {
    guard isWhole else { return }
    try stream.finish()
    guard let fault = stream.fault else { return }
    let frame = brush.drawing.frame
    try report(
      frame, stored.offset, "a cel of frame \(frame) is whole, but its data are not (\(fault))")
  }
}

extension AsepriteBrush {
  /// The pixels of a row at another place.
  func moved(toX x: Int, y: Int) -> AsepriteBrush {
    AsepriteBrush(x: x, y: y, opacity: opacity, mode: mode, drawing: drawing, surface: surface)
  }
}
