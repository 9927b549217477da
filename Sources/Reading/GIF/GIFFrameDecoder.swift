internal import Raster

/// Reads the colour table and the indices of one frame at a time.
///
/// Memory holds the indices of one frame: one byte per pixel, as large as the largest frame so far.
final class GIFFrameDecoder {
  private static let inputCapacity = 16 << 10

  private let reader: ByteReader
  private let lzw = LZWDecoder()
  private let input: UnsafeMutablePointer<UInt8>
  private var plane: UnsafeMutablePointer<UInt8>?
  private var planeCapacity = 0

  init(_ reader: ByteReader) {
    self.reader = reader
    input = .allocate(capacity: Self.inputCapacity + 8)
    input.initialize(repeating: 0, count: Self.inputCapacity + 8)
  }

  deinit {
    input.deallocate()
    plane?.deallocate()
  }

  /// The frame's own colours; nil if it has none or the file ends inside them.
  func localColors(_ record: GIFFrameRecord) throws -> GIFColorTable? {
    guard record.localColorCount > 0 else { return nil }
    reader.seek(to: record.dataOffset)
    return try reader.read(record.localColorCount * 3).map(GIFColorTable.init(colors:))
  }

  /// Decodes the part of a frame that is visible on a canvas.
  ///
  /// Never fails for damaged bytes: indices that cannot be decoded are missing in the result.
  func decode(_ record: GIFFrameRecord, on canvas: PixelSize) throws -> GIFIndices {
    let wanted = record.neededPixels(on: canvas)
    let plane = room(for: wanted)
    reader.seek(to: record.dataOffset + Int64(record.localColorCount * 3))
    var count = 0
    if wanted > 0, let minCodeSize = try reader.readByte(), (1...8).contains(minCodeSize) {
      lzw.start(minCodeSize: Int(minCodeSize), plane: plane)
      var stream = SubBlockStream(reader)
      var outcome = LZWDecoder.Outcome.needsInput
      while outcome == .needsInput {
        let available = try stream.read(into: input, capacity: Self.inputCapacity)
        if available == 0 { break }
        outcome = lzw.decode(input, count: available, into: plane, limit: wanted)
      }
      count = min(lzw.pixelCount, wanted)
    }
    return GIFIndices(
      base: plane + LZWDecoder.prefix, count: count, width: Int(record.width),
      height: Int(record.height), isInterlaced: record.isInterlaced)
  }

  private func room(for pixels: Int) -> UnsafeMutablePointer<UInt8> {
    let needed = LZWDecoder.prefix + pixels + LZWDecoder.slack
    if let plane, needed <= planeCapacity { return plane }
    plane?.deallocate()
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: needed)
    plane = larger
    planeCapacity = needed
    return larger
  }
}
