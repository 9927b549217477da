/// A whole picture as the bytes of the smallest PNG that holds it exactly.
enum PNGPicture {
  /// - Throws: ``WritingError``.
  /// - Complexity: two passes over the pixels besides compressing them.
  static func encode(
    _ pixels: PixelBuffer, options: PNGWritingOptions = PNGWritingOptions()
  ) throws -> [UInt8] {
    let size = pixels.size
    let plane = PixelPlane(pixels)
    var census = PixelCensus()
    for y in 0..<size.height { census.count(plane.row(y, from: 0), size.width) }
    let layout = census.layout
    let packer = PNGRowPacker(layout)
    var row = [UInt8](repeating: 0, count: layout.bytesPerRow(width: size.width))
    var file: [UInt8] = []
    let writer = try PNGWriter(size, layout, options: options) { file.append(contentsOf: $0) }
    try row.withUnsafeMutableBufferPointer { bytes in
      for y in 0..<size.height {
        packer.pack(plane.row(y, from: 0), width: size.width, into: bytes.baseAddress!)
        try writer.writeRow(UnsafeRawBufferPointer(bytes))
      }
    }
    try writer.finish()
    return file
  }
}
