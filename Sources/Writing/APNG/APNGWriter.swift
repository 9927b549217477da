internal import CPNG
internal import OutputFiles
package import Raster
internal import Stages

/// Writes an APNG frame by frame (PNG specification, third edition, section 11.3.6); every shown
/// image is exact.
///
/// A frame is stored as the rectangle that differs from the canvas, either whole or, if the format
/// can express "nothing", with only the changed pixels. A frame's disposal is decided when the next
/// frame is known. Memory holds four images and the compressed bytes of two frames.
package final class APNGWriter {
  /// A frame that waits for the next one.
  private struct Pending {
    let rect: PixelRect
    let delay: (numerator: UInt16, denominator: UInt16)
    let frame: APNGFrameCompressor.Frame
    /// What it shows.
    let shown: PixelBuffer
    /// The canvas before it; nil for the first frame.
    let base: PixelBuffer?
  }

  /// A possible way to continue after the waiting frame.
  private struct Way {
    let disposal: APNGDisposal
    let base: PixelBuffer
    let change: PictureChange
  }

  private let format: PNGPixelFormat
  private let frameCount: Int
  private let plansDisposals: Bool
  private let compressor: APNGFrameCompressor
  private let pool: PixelBuffer.Pool
  private let write: ([UInt8]) throws -> Void
  private var pending: Pending?
  private var sequence: UInt32 = 0
  private var framesIn = 0

  /// - Parameters:
  ///   - colors: must have counted every frame.
  ///   - frameCount: the number of frames, at least one; a single one is a still PNG.
  ///   - plays: loop count, 0 for forever.
  ///   - effort: from 0 (fast) to 9 (small).
  ///   - tick: called from time to time while frames are compressed.
  ///   - write: takes the next bytes of the file.
  /// - Throws: ``WritingError`` or errors of `write` and `tick`, as in every call.
  package init(
    _ size: PixelSize, _ colors: APNGColors, frameCount: Int, plays: Int, effort: Int,
    tick: @escaping () throws -> Void = {}, write: @escaping ([UInt8]) throws -> Void
  ) throws {
    self.frameCount = frameCount
    self.write = write
    format = colors.format(isAnimated: frameCount > 1)
    let nothing = frameCount > 1 ? colors.nothing : nil
    plansDisposals = effort > 1
    pool = PixelBuffer.Pool(size: size)
    compressor = try APNGFrameCompressor(format, nothing: nothing, effort: effort, tick: tick)
    try write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    try chunk(
      "IHDR",
      Self.bytes(size.width) + Self.bytes(size.height)
        + [PNGWriter.bitDepth(format), PNGWriter.colorType(format), 0, 0, 0])
    if frameCount > 1 { try chunk("acTL", Self.bytes(frameCount) + Self.bytes(plays)) }
    let tables = PNGWriter.colorTables(format)
    if !tables.palette.isEmpty { try chunk("PLTE", tables.palette) }
    let transparency = tables.alphas + Self.transparency(nothing, format)
    if !transparency.isEmpty { try chunk("tRNS", transparency) }
  }

  /// Takes the next frame.
  ///
  /// - Throws: also ``WritingError/otherFrame(_:)`` if it is not one of those whose colours were
  ///   counted.
  /// - Parameters:
  ///   - pixels: retained until the call after the next.
  ///   - delay: seconds as a fraction.
  package func append(
    _ pixels: PixelBuffer, delay: (numerator: UInt16, denominator: UInt16)
  ) throws {
    guard compressor.holds(pixels, in: PixelRect(pixels.size)) else {
      throw WritingError.otherFrame(framesIn)
    }
    framesIn += 1
    guard let last = pending else {
      let whole = PictureChange(
        rect: PixelRect(pixels.size), pixels: pixels.size.area, isOpaque: false)
      try wait(pixels, delay, try compressor.draft(pixels, whole, of: nil), whole.rect, over: nil)
      return
    }
    var best: (way: Way, draft: APNGFrameCompressor.Draft)?
    for way in ways(to: pixels, after: last) {
      let draft = try compressor.draft(pixels, way.change, of: way.base)
      if draft.byteCount < best?.draft.byteCount ?? .max { best = (way, draft) }
    }
    guard let (way, draft) = best else { preconditionFailure("no way was tried") }
    try writePending(way.disposal)
    try wait(pixels, delay, draft, way.change.rect, over: way.base)
  }

  /// Writes the end of the file.
  package func finish() throws {
    try writePending(.none)
    try chunk("IEND", [])
  }

  /// The possible disposals of the waiting frame: keeping it, or the disposal that leaves less to
  /// draw.
  private func ways(to pixels: PixelBuffer, after last: Pending) -> [Way] {
    let kept = Way(
      disposal: .none, base: last.shown, change: pixels.change(from: last.shown))
    if !plansDisposals || kept.change.pixels == 0 { return [kept] }
    var ways = [kept]
    func offer(_ disposal: APNGDisposal, _ base: PixelBuffer) {
      let way = Way(disposal: disposal, base: base, change: pixels.change(from: base))
      if way.change.pixels < kept.change.pixels
        || way.change.rect.size.area < kept.change.rect.size.area
        || way.change.isOpaque && !kept.change.isOpaque
      {
        ways.append(way)
      }
    }
    if format.hasAlpha {
      let cleared = pool.take()
      cleared.copy(PixelRect(pixels.size), from: last.shown)
      cleared.clear(last.rect)
      offer(.background, cleared)
    }
    // Pillow 13 does not restore pixels that were drawn over.
    if let base = last.base, !last.frame.blendsOver { offer(.previous, base) }
    return ways
  }

  private func wait(
    _ pixels: PixelBuffer, _ delay: (numerator: UInt16, denominator: UInt16),
    _ draft: APNGFrameCompressor.Draft, _ rect: PixelRect, over base: PixelBuffer?
  ) throws {
    pending = Pending(
      rect: rect, delay: delay, frame: try compressor.frame(draft), shown: pixels, base: base)
  }

  private func writePending(_ disposal: APNGDisposal) throws {
    guard let waiting = pending else { return }
    pending = nil
    if frameCount > 1 {
      let (rect, delay) = (waiting.rect, waiting.delay)
      let place = [rect.width, rect.height, rect.x, rect.y].flatMap(Self.bytes)
      let time = [delay.numerator, delay.denominator].flatMap(Self.bytes)
      let ways: [UInt8] = [disposal.rawValue, waiting.frame.blendsOver ? 1 : 0]
      try chunk("fcTL", nextSequence() + place + time + ways)
    }
    if waiting.base == nil {
      try chunk("IDAT", waiting.frame.stream)
    } else {
      try chunk("fdAT", nextSequence() + waiting.frame.stream)
    }
  }

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

  /// The 16-bit samples that mean "nothing" in a format without alpha.
  private static func transparency(_ nothing: UInt32?, _ format: PNGPixelFormat) -> [UInt8] {
    guard let samples = nothing?.littleEndian else { return [] }
    let shifts: [UInt32] =
      switch format {
      case .rgb: [0, 8, 16]
      case .gray: [0]
      case .rgba, .grayAlpha, .palette, .wide: []
      }
    return shifts.flatMap { [0, UInt8(truncatingIfNeeded: samples >> $0)] }
  }

  private static func bytes(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func bytes(_ value: UInt16) -> [UInt8] {
    [UInt8(value >> 8), UInt8(value & 0xFF)]
  }
}
