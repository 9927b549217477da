internal import CPNG
internal import CZlib

/// Writes one PNG as small as it gets: of all filters the one that zlib packs tightest, packed
/// again by ``Zopfli``. Holds the whole picture.
final class SmallestPNGWriter: PNGRowWriter {
  let layout: PNGLayout

  private let size: PixelSize
  private let zopfli: Zopfli
  private let tick: () throws -> Void
  private let write: (UnsafeRawBufferPointer) throws -> Void
  private var rows: [UInt8] = []

  /// - Parameters:
  ///   - tick: called now and then while it packs.
  ///   - write: takes the file, in one piece.
  init(
    _ size: PixelSize, _ layout: PNGLayout, zopfli: Zopfli, tick: @escaping () throws -> Void,
    write: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) {
    self.size = size
    self.layout = layout
    self.zopfli = zopfli
    self.tick = tick
    self.write = write
    rows.reserveCapacity(rowBytes * size.height)
  }

  private var rowBytes: Int { layout.bytesPerRow(width: size.width) }

  func writeRow(_ row: UnsafeRawBufferPointer) throws {
    rows.append(contentsOf: row.prefix(rowBytes))
  }

  func finish() throws {
    precondition(rows.count == rowBytes * size.height, "rows are missing")
    var best: [UInt8] = []
    for filter in [PNGWritingOptions.FilterChoice.unfiltered, .sub, .up, .adaptive] {
      let file = try packed(filter)
      if best.isEmpty || file.count < best.count { best = file }
      try tick()
    }
    rows = []
    let smallest = try repacked(best)
    try (smallest.count < best.count ? smallest : best).withUnsafeBytes { try write($0) }
  }

  /// The file as libpng and zlib make it.
  private func packed(_ filter: PNGWritingOptions.FilterChoice) throws -> [UInt8] {
    var options = PNGWritingOptions()
    options.level = 9
    options.filter = filter
    var file: [UInt8] = []
    let writer = try PNGWriter(size, layout, options: options) { file.append(contentsOf: $0) }
    try rows.withUnsafeBytes { rows in
      for y in 0..<size.height {
        try writer.writeRow(UnsafeRawBufferPointer(rebasing: rows[(y * rowBytes)...]))
      }
    }
    try writer.finish()
    return file
  }

  /// The same file with all of its picture's data in one chunk of zopfli's.
  private func repacked(_ file: [UInt8]) throws -> [UInt8] {
    var head = Array(file[..<8])
    var data: [UInt8] = []
    var tail: [UInt8] = []
    var at = 8
    while at + 12 <= file.count {
      let length = file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = at + 12 + length
      if file[at + 4..<at + 8].elementsEqual("IDAT".utf8) {
        data += file[at + 8..<at + 8 + length]
      } else if data.isEmpty {
        head += file[at..<end]
      } else {
        tail += file[at..<end]
      }
      at = end
    }
    var filtered = [UInt8](repeating: 0, count: (rowBytes + 1) * size.height)
    var count = UInt(filtered.count)
    guard uncompress(&filtered, &count, data, UInt(data.count)) == Z_OK,
      count == UInt(filtered.count)
    else {
      throw WritingError.library(
        operation: "packing a PNG", message: "zlib does not read its own data", frame: nil)
    }
    let stream = try zopfli.zlibStream(filtered, tick: tick)
    return head + chunk("IDAT", stream) + tail
  }

  private func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    let checksum = body.withUnsafeBufferPointer { cpng_crc32(0, $0.baseAddress, $0.count) }
    return bigEndian(UInt32(data.count)) + body + bigEndian(checksum)
  }

  private func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
