internal import CPNG
internal import OutputFiles
package import Raster

/// Writes an APNG frame by frame (PNG specification, third edition, section 11.3.6), so that every
/// shown picture is exact.
///
/// A frame is stored as the rectangle that differs from the picture before, either as it is or, where
/// the format has a way to say "nothing", with only the pixels that differ. Memory is two pictures and
/// the packed bytes of one.
package final class APNGWriter {
  private let size: PixelSize
  private let format: PNGPixelFormat
  private let frameCount: Int
  private let compressor: APNGFrameCompressor
  private let write: ([UInt8]) throws -> Void
  private var previous: PixelBuffer?
  private var sequence: UInt32 = 0

  /// - Parameters:
  ///   - colors: has counted every frame.
  ///   - frameCount: how many frames will come, at least one; a single one is a still PNG.
  ///   - plays: total plays, 0 for ever.
  ///   - effort: from 0, fast, to 9, small.
  ///   - write: takes the next bytes of the file.
  /// - Throws: ``WritingError`` or what `write` throws, as every call does.
  package init(
    _ size: PixelSize, _ colors: APNGColors, frameCount: Int, plays: Int, effort: Int,
    write: @escaping ([UInt8]) throws -> Void
  ) throws {
    self.size = size
    self.frameCount = frameCount
    self.write = write
    format = colors.format
    compressor = try APNGFrameCompressor(format, effort: effort)
    try write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    try chunk(
      "IHDR",
      Self.bytes(size.width) + Self.bytes(size.height)
        + [PNGWriter.bitDepth(format), PNGWriter.colorType(format), 0, 0, 0])
    if frameCount > 1 { try chunk("acTL", Self.bytes(frameCount) + Self.bytes(plays)) }
    let tables = PNGWriter.colorTables(format)
    if !tables.palette.isEmpty { try chunk("PLTE", tables.palette) }
    if !tables.alphas.isEmpty { try chunk("tRNS", tables.alphas) }
  }

  /// Writes the next frame.
  ///
  /// - Parameters:
  ///   - pixels: kept until the next call.
  ///   - delay: seconds as a fraction.
  package func append(
    _ pixels: PixelBuffer, delay: (numerator: UInt16, denominator: UInt16)
  ) throws {
    let rect = previous.map { pixels.difference(from: $0) } ?? PixelRect(size)
    let frame = try compressor.compress(pixels, rect, over: previous)
    if frameCount > 1 {
      try chunk(
        "fcTL",
        nextSequence() + Self.bytes(rect.width) + Self.bytes(rect.height) + Self.bytes(rect.x)
          + Self.bytes(rect.y) + Self.bytes(delay.numerator) + Self.bytes(delay.denominator)
          + [0, frame.blendsOver ? 1 : 0])
    }
    if previous == nil {
      try chunk("IDAT", frame.stream)
    } else {
      try chunk("fdAT", nextSequence() + frame.stream)
    }
    previous = pixels
  }

  /// Writes the end of the file.
  package func finish() throws { try chunk("IEND", []) }

  private func nextSequence() -> [UInt8] {
    defer { sequence += 1 }
    return Self.bytes(Int(sequence))
  }

  private func chunk(_ type: String, _ data: [UInt8]) throws {
    let body = Array(type.utf8) + data
    var sum = CRC32()
    sum.update(body)
    try write(Self.bytes(data.count) + body + Self.bytes(Int(sum.value)))
  }

  private static func bytes(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func bytes(_ value: UInt16) -> [UInt8] {
    [UInt8(value >> 8), UInt8(value & 0xFF)]
  }
}

extension PixelBuffer {
  /// The smallest rectangle outside which two pictures of one size are equal; one pixel where they
  /// are equal throughout, since a frame has at least that.
  fileprivate func difference(from other: PixelBuffer) -> PixelRect {
    let plane = PixelPlane(self)
    let before = PixelPlane(other)
    var (left, right, top, bottom) = (size.width, 0, size.height, 0)
    for y in 0..<size.height {
      let row = plane.row(y, from: 0)
      let old = before.row(y, from: 0)
      guard let first = (0..<size.width).first(where: { row[$0] != old[$0] }) else { continue }
      let last = (0..<size.width).last { row[$0] != old[$0] } ?? first
      left = min(left, first)
      right = max(right, last + 1)
      top = min(top, y)
      bottom = y + 1
    }
    if right == 0 { return PixelRect(x: 0, y: 0, width: 1, height: 1) }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
