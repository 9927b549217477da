internal import Raster

/// Writes one PNG as small as possible: with the filter that libdeflate compresses best, compressed
/// again by ``Zopfli``. Holds the whole image.
final class SmallestPNGWriter: PNGRowWriter {
  let format: PNGPixelFormat

  private let size: PixelSize
  private let zopfli: Zopfli
  private let tick: () throws -> Void
  private let writer: PNGWriter
  private var rows: [UInt8] = []

  /// - Parameters:
  ///   - tick: called from time to time during compression.
  ///   - write: takes the next bytes of the file.
  init(
    _ size: PixelSize, _ format: PNGPixelFormat, options: PNGWritingOptions, zopfli: Zopfli,
    tick: @escaping () throws -> Void, write: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    self.size = size
    self.format = format
    self.zopfli = zopfli
    self.tick = tick
    writer = try PNGWriter(size, format, options: options, write: write)
    rows.reserveCapacity(rowBytes * size.height)
  }

  private var rowBytes: Int { format.bytesPerRow(width: size.width) }

  func writeRow(_ row: UnsafeRawBufferPointer) throws {
    rows.append(contentsOf: row.prefix(rowBytes))
  }

  func finish() throws {
    precondition(rows.count == rowBytes * size.height, "rows are missing")
    let compressor = try DeflateCompressor(level: 12, recodes: true)
    var best: (rows: PNGFilteredRows, stream: [UInt8])?
    for filter in [PNGWritingOptions.FilterChoice.unfiltered, .sub, .up, .adaptive] {
      let filtered = filteredRows(filter)
      try compressor.withStream(of: filtered.bytes) { stream in
        if stream.count < best?.stream.count ?? Int.max { best = (filtered, Array(stream)) }
      }
      try tick()
    }
    rows = []
    guard let best else { return }
    let smallest = try zopfli.zlibStream(best.rows.bytes, tick: tick)
    try (smallest.count < best.stream.count ? smallest : best.stream)
      .withUnsafeBytes { try writer.finish(with: $0) }
  }

  private func filteredRows(_ filter: PNGWritingOptions.FilterChoice) -> PNGFilteredRows {
    let filtered = PNGFilteredRows(size, format, filter: filter)
    rows.withUnsafeBytes { rows in
      for y in 0..<size.height {
        filtered.append(UnsafeRawBufferPointer(rebasing: rows[(y * rowBytes)...]))
      }
    }
    return filtered
  }
}
