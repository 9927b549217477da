internal import Messages
package import Raster
internal import Stages

/// Writes the pages of a TIFF (revision 6.0) one after another: RGB, or, with transparency, RGBA
/// with straight alpha, of 8 or 16 bits a sample. Its strips use horizontal differences and zlib
/// compression.
package final class TIFFWriter {
  private let appendBytes: ([UInt8]) throws -> Void
  private let overwriteBytes: ([UInt8], Int64) throws -> Void
  private let compressor: DeflateCompressor
  private var byteCount = 0
  /// The place of the number of the next page's directory.
  private var link = 4

  /// The approximate number of bytes of a strip before compression.
  private static let stripBytes = 256 << 10

  /// - Parameters:
  ///   - append: takes bytes of the file.
  ///   - overwrite: replaces bytes of the file at an offset.
  /// - Throws: ``WritingError``.
  package init(
    append: @escaping ([UInt8]) throws -> Void,
    overwrite: @escaping ([UInt8], Int64) throws -> Void
  ) throws {
    appendBytes = append
    overwriteBytes = overwrite
    compressor = try DeflateCompressor(level: 6)
    try put([0x49, 0x49, 42, 0, 0, 0, 0, 0])
  }

  /// A file of one page.
  ///
  /// - Throws: ``WritingError``.
  static func encode(_ pixels: PixelBuffer, depth: Int) throws -> [UInt8] {
    let place = UnfinishedFile()
    let writer = try TIFFWriter(
      append: { place.bytes += $0 },
      overwrite: { place.bytes.replaceSubrange(Int($1)..<Int($1) + $0.count, with: $0) })
    try writer.append(pixels, depth: depth)
    return place.bytes
  }

  /// Writes a page.
  ///
  /// - Parameter depth: 8, or 16 for the 16-bit samples of the picture.
  /// - Throws: ``WritingError``.
  package func append(_ pixels: PixelBuffer, depth: Int) throws {
    let page =
      depth == 16
      ? TIFFPageSamples(pixels.wide ?? WidePicture(widening: pixels)) : TIFFPageSamples(pixels)
    let rows = max(1, min(page.size.height, Self.stripBytes / page.bytesPerRow))
    var strips: [(offset: UInt32, count: UInt32)] = []
    for first in stride(from: 0, to: page.size.height, by: rows) {
      let samples = page.differences(first..<min(first + rows, page.size.height))
      let strip: [UInt8] = try samples.withUnsafeBytes { bytes in
        try compressor.withStream(of: bytes) { Array($0) }
      }
      strips.append((UInt32(truncatingIfNeeded: byteCount), UInt32(strip.count)))
      try put(strip)
    }
    try putDirectory(page, rowsPerStrip: rows, strips)
  }

  /// Offsets are numbers of 32 bits.
  private func put(_ bytes: [UInt8]) throws {
    guard byteCount + bytes.count < 1 << 32 - 1 << 20 else {
      throw WritingError.unsupported(
        detail: "a TIFF has at most 4 GiB, and these pages need more",
        remedy: "write a folder of frames, or fewer frames")
    }
    try appendBytes(bytes)
    byteCount += bytes.count
  }

  private func putDirectory(
    _ page: TIFFPageSamples, rowsPerStrip: Int, _ strips: [(offset: UInt32, count: UInt32)]
  ) throws {
    if !byteCount.isMultiple(of: 2) { try put([0]) }
    let start = byteCount
    let directory = TIFFDirectoryBytes(
      page, rowsPerStrip: rowsPerStrip, strips: strips, at: UInt32(start))
    try put(directory.bytes)
    var number = LittleEndianBytes()
    number.appendLongs(UInt32(start))
    try overwriteBytes(number.bytes, Int64(link))
    link = start + directory.linkOffset
  }
}

/// The bytes of a file that is written in more than one place.
private final class UnfinishedFile {
  var bytes: [UInt8] = []
}

/// The samples of a page.
private struct TIFFPageSamples {
  let size: PixelSize
  /// 8 or 16.
  let depth: Int
  let channelCount: Int
  private let pixels: PixelBuffer?
  private let picture: WidePicture?

  init(_ pixels: PixelBuffer) {
    (size, depth) = (pixels.size, 8)
    channelCount = pixels.isOpaque(in: PixelRect(pixels.size)) ? 3 : 4
    (self.pixels, picture) = (pixels, nil)
  }

  init(_ picture: WidePicture) {
    (size, depth) = (picture.size, 16)
    channelCount = picture.pixels.allSatisfy { $0.w == .max } ? 3 : 4
    (pixels, self.picture) = (nil, picture)
  }

  var bytesPerRow: Int { size.width * channelCount * depth / 8 }

  /// Rows of samples. Each sample, except those of the first pixel, is the difference from the
  /// sample to the left (predictor 2).
  func differences(_ rows: Range<Int>) -> [UInt8] {
    if let pixels { return differences(pixels, rows) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rows.count * bytesPerRow)
    if let picture {
      for y in rows { append(picture, y, to: &bytes) }
    }
    return bytes
  }

  private func differences(_ pixels: PixelBuffer, _ rows: Range<Int>) -> [UInt8] {
    let count = rows.count * bytesPerRow
    // Each pixel is stored with four bytes; without alpha, the next one overwrites the last of them.
    return [UInt8](unsafeUninitializedCapacity: count + 1) { bytes, initializedCount in
      var place = UnsafeMutableRawPointer(bytes.baseAddress!)
      for y in rows {
        let row = UnsafeRawPointer(pixels.base + y * pixels.stride)
        var last = SIMD4<UInt8>.zero
        for x in 0..<size.width {
          let pixel = row.loadUnaligned(fromByteOffset: x * 4, as: SIMD4<UInt8>.self)
          place.storeBytes(of: pixel &- last, as: SIMD4<UInt8>.self)
          last = pixel
          place += channelCount
        }
      }
      initializedCount = count
    }
  }

  private func append(_ picture: WidePicture, _ y: Int, to bytes: inout [UInt8]) {
    var last = WidePicture.Pixel.zero
    for x in 0..<size.width {
      let pixel = picture.pixels[y * size.width + x]
      let change = pixel &- last
      last = pixel
      for channel in 0..<channelCount {
        bytes.append(UInt8(truncatingIfNeeded: change[channel]))
        bytes.append(UInt8(truncatingIfNeeded: change[channel] >> 8))
      }
    }
  }
}

/// The directory of a page and what its entries refer to.
private struct TIFFDirectoryBytes {
  private(set) var bytes: [UInt8] = []
  /// The position in ``bytes`` of the offset of the next directory.
  let linkOffset: Int

  /// - Parameter start: of the directory in the file.
  init(
    _ page: TIFFPageSamples, rowsPerStrip: Int, strips: [(offset: UInt32, count: UInt32)],
    at start: UInt32
  ) {
    let channels = page.channelCount
    // In ascending order, as numbers of 16 or 32 bits.
    var entries: [(tag: UInt16, isLong: Bool, values: [UInt32])] = [
      (256, true, [UInt32(page.size.width)]), (257, true, [UInt32(page.size.height)]),
      (258, false, Array(repeating: UInt32(page.depth), count: channels)),
      // zlib, RGB.
      (259, false, [8]), (262, false, [2]),
      (273, true, strips.map(\.offset)), (277, false, [UInt32(channels)]),
      (278, true, [UInt32(rowsPerStrip)]), (279, true, strips.map(\.count)),
      (284, false, [1]), (317, false, [2]),
    ]
    // Straight alpha.
    if channels == 4 { entries.append((338, false, [2])) }
    var table = LittleEndianBytes()
    var further = LittleEndianBytes()
    table.appendShorts(UInt16(entries.count))
    linkOffset = 2 + entries.count * 12
    for (tag, isLong, values) in entries {
      table.appendShorts(tag, isLong ? 4 : 3)
      table.appendLongs(UInt32(values.count))
      var data = LittleEndianBytes()
      for value in values {
        if isLong {
          data.appendLongs(value)
        } else {
          data.appendShorts(UInt16(truncatingIfNeeded: value))
        }
      }
      if data.bytes.count <= 4 {
        table.bytes += data.bytes + [UInt8](repeating: 0, count: 4 - data.bytes.count)
      } else {
        table.appendLongs(start + UInt32(linkOffset + 4 + further.bytes.count))
        further.bytes += data.bytes
      }
    }
    table.appendLongs(UInt32(0))
    bytes = table.bytes + further.bytes
  }
}
