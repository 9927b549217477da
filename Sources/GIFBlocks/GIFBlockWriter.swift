internal import Raster

/// Writes the blocks of a GIF in the order of the calls.
///
/// ```swift
/// var writer = GIFBlockWriter { bytes in try file.write(bytes) }
/// try writer.writeHeader(width: 2, height: 1, palette: palette)
/// try writer.writeLoop(plays: 0)
/// try writer.writeImage(image, control: GIFFrameControl(delay: 5))
/// try writer.writeTrailer()
/// ```
///
/// Every call passes its bytes to the closure at once, so memory does not grow with the animation.
/// The writer does not check the order of calls or the content of images.
package struct GIFBlockWriter {
  /// Receives the next bytes of the file. Its errors are thrown by the call that wrote.
  package typealias Output = (_ bytes: [UInt8]) throws -> Void

  private let output: Output
  /// Bytes written so far.
  package private(set) var byteCount = 0

  package init(output: @escaping Output) {
    self.output = output
  }

  /// Writes signature, logical screen descriptor and global colours (GIF89a, sections 17 to 19).
  ///
  /// - Parameters:
  ///   - width: columns of the canvas, 1 to 65,535.
  ///   - height: rows of the canvas, 1 to 65,535.
  ///   - palette: the global colours; nil if every image has its own.
  package mutating func writeHeader(width: Int, height: Int, palette: GIFPalette?) throws {
    var bytes = Array("GIF89a".utf8)
    Self.append(width, to: &bytes)
    Self.append(height, to: &bytes)
    // Eight bits per primary colour; the table is not marked as sorted. Background colour and pixel
    // aspect ratio are 0, because browsers ignore both.
    let table = palette.map { 0x80 | UInt8($0.bits - 1) } ?? 0
    bytes += [0x70 | table, 0, 0]
    if let palette { bytes += palette.bytes }
    try write(bytes)
  }

  /// Writes the number of plays: the NETSCAPE2.0 extension, or nothing for one play.
  ///
  /// Browsers play n + 1 times if the extension says n, endlessly for 0, and once without the
  /// extension.
  ///
  /// - Parameter plays: total plays, 1 to 65,536; 0 means endless.
  package mutating func writeLoop(plays: Int) throws {
    precondition((0...0x10000).contains(plays), "a loop count has 16 bits")
    guard plays != 1 else { return }
    var bytes: [UInt8] = [0x21, 0xff, 11]
    bytes += Array("NETSCAPE2.0".utf8) + [3, 1]
    Self.append(plays == 0 ? 0 : plays - 1, to: &bytes)
    bytes.append(0)
    try write(bytes)
  }

  /// Writes an image with its extension.
  ///
  /// - Parameter control: nil writes no extension; such a frame has no delay and is not disposed
  ///   of.
  package mutating func writeImage(_ image: GIFImage, control: GIFFrameControl?) throws {
    var bytes = control?.bytes ?? []
    bytes.reserveCapacity(bytes.count + image.byteCount)
    bytes.append(0x2c)
    for value in [image.rect.x, image.rect.y, image.rect.width, image.rect.height] {
      Self.append(value, to: &bytes)
    }
    let table = image.palette.map { 0x80 | UInt8($0.bits - 1) } ?? 0
    bytes.append(table | (image.isInterlaced ? 0x40 : 0))
    if let palette = image.palette { bytes += palette.bytes }
    bytes.append(UInt8(image.minCodeSize))
    Self.appendSubBlocks(image.data, to: &bytes)
    try write(bytes)
  }

  /// Writes the byte that ends the file.
  package mutating func writeTrailer() throws {
    try write([0x3b])
  }

  private mutating func write(_ bytes: [UInt8]) throws {
    try output(bytes)
    byteCount += bytes.count
  }

  /// Numbers of two bytes are little-endian (GIF89a, section 4).
  private static func append(_ value: Int, to bytes: inout [UInt8]) {
    precondition((0...0xffff).contains(value), "a number of a GIF has 16 bits")
    bytes.append(UInt8(value & 0xff))
    bytes.append(UInt8(value >> 8))
  }

  /// Divides data into sub-blocks of at most 255 bytes and ends them with an empty one (GIF89a,
  /// section 15).
  private static func appendSubBlocks(_ data: [UInt8], to bytes: inout [UInt8]) {
    var start = 0
    while start < data.count {
      let end = min(start + 255, data.count)
      bytes.append(UInt8(end - start))
      bytes += data[start..<end]
      start = end
    }
    bytes.append(0)
  }
}
