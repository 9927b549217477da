internal import Raster

/// A whole image as the bytes of the smallest PNG that holds it exactly.
enum PNGPicture {
  /// - Parameter options: if no filter is given, one is chosen from a sample of the pixels.
  /// - Throws: ``WritingError``.
  /// - Complexity: two passes over the pixels in addition to compression.
  static func encode(
    _ pixels: PixelBuffer, options: PNGWritingOptions = PNGWritingOptions()
  ) throws -> [UInt8] {
    let size = pixels.size
    let plane = PixelPlane(pixels)
    var census = PixelCensus(options.formats)
    for y in 0..<size.height { census.count(plane.row(y, from: 0), size.width) }
    let format = census.format
    let packer = PNGRowPacker(format)
    var row = [UInt8](repeating: 0, count: format.bytesPerRow(width: size.width))
    var options = options
    if options.filter == nil, format.bitsPerPixel > 8, !isSmall(size, format) {
      options.filter = suitedFilter(pixels)
    }
    var file: [UInt8] = []
    let writer = try writer(size, format, options) { file.append(contentsOf: $0) }
    try row.withUnsafeMutableBufferPointer { bytes in
      for y in 0..<size.height {
        packer.pack(plane.row(y, from: 0), width: size.width, into: bytes.baseAddress!)
        try writer.writeRow(UnsafeRawBufferPointer(bytes))
      }
    }
    try writer.finish()
    return file
  }

  static func writer(
    _ size: PixelSize, _ format: PNGPixelFormat, _ options: PNGWritingOptions,
    write: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) throws -> any PNGRowWriter {
    if options.isOptimized, let zopfli = Zopfli.shared {
      return try SmallestPNGWriter(
        size, format, options: options, zopfli: zopfli, tick: {}, write: write)
    }
    return isSmall(size, format)
      ? try WholePNGWriter(size, format, options: options, write: write)
      : try PNGWriter(size, format, options: options, write: write)
  }

  /// Whether its filtered rows are held in memory.
  private static func isSmall(_ size: PixelSize, _ format: PNGPixelFormat) -> Bool {
    PNGFilteredRows.byteCount(size, format) <= WholePNGWriter.limit
  }

  /// The better of the two cheap filters for a sample of rows, for a picture that is compressed row by
  /// row.
  private static func suitedFilter(_ pixels: PixelBuffer) -> PNGWritingOptions.FilterChoice {
    var (sub, up) = (0, 0)
    for y in stride(from: 1, to: pixels.size.height, by: 16) {
      let row = pixels.base + y * pixels.stride
      for x in 4..<max(4, pixels.stride) {
        sub += Int(Int8(bitPattern: row[x] &- row[x - 4]).magnitude)
        up += Int(Int8(bitPattern: row[x] &- row[x - pixels.stride]).magnitude)
      }
    }
    return up < sub ? .up : .sub
  }
}
