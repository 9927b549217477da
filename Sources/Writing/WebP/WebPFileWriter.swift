internal import Raster
internal import Stages

/// Writes the chunks of an animated WebP (WebP container specification, "Animation") as they
/// arrive, and completes the header at the end: the file's size, and whether any frame has alpha.
struct WebPFileWriter {
  /// One stored frame.
  struct Frame {
    var picture: CodedWebP
    /// Even offsets.
    var rect: PixelRect
    /// Milliseconds, below 2²⁴.
    var duration: Int
    /// Whether it is blended with the canvas; otherwise it replaces it.
    var blendsOver: Bool
    /// Whether its rectangle becomes transparent at its end.
    var clears = false
  }

  /// The longest duration of a frame, in milliseconds.
  static let maxDuration = (1 << 24) - 1

  private let size: PixelSize
  private let write: ([UInt8]) throws -> Void
  private let overwrite: ([UInt8], _ offset: Int64) throws -> Void
  private var byteCount = 0
  private var hasAlpha = false
  private var isFirst = true

  /// - Parameters:
  ///   - plays: loop count, from 0 (forever) to 65,535.
  ///   - write: takes the next bytes of the file.
  ///   - overwrite: replaces bytes that were written earlier.
  init(
    _ size: PixelSize, plays: Int, write: @escaping ([UInt8]) throws -> Void,
    overwrite: @escaping ([UInt8], _ offset: Int64) throws -> Void
  ) throws {
    self.size = size
    self.write = write
    self.overwrite = overwrite
    try append("RIFF".utf8 + [0, 0, 0, 0] + "WEBP".utf8)
    try append("VP8X".utf8 + Self.word(10) + extendedHeader)
    // No background: canvases start transparent.
    try append("ANIM".utf8 + Self.word(6) + Self.word(0) + Self.bytes(plays, 2))
  }

  mutating func append(_ frame: Frame) throws {
    let chunks = frame.picture.chunks
    let (rect, header) = (frame.rect, 16)
    let notes: UInt8 = (frame.blendsOver ? 0 : 2) | (frame.clears ? 1 : 0)
    // Undrawn and cleared pixels are transparent.
    let leavesOut = isFirst && rect.size != size || frame.clears
    hasAlpha = hasAlpha || frame.picture.hasAlpha || leavesOut
    isFirst = false
    try append(
      "ANMF".utf8 + Self.word(chunks.reduce(header) { $0 + $1.count }) + Self.bytes(rect.x / 2, 3)
        + Self.bytes(rect.y / 2, 3) + Self.bytes(rect.width - 1, 3)
        + Self.bytes(rect.height - 1, 3) + Self.bytes(frame.duration, 3) + [notes])
    for chunk in chunks { try append(chunk) }
  }

  /// Writes the values that were not known before.
  func finish() throws {
    try overwrite(Self.word(byteCount - 8), 4)
    try overwrite(extendedHeader, 20)
  }

  private var extendedHeader: [UInt8] {
    [hasAlpha ? 0x12 : 0x02, 0, 0, 0] + Self.bytes(size.width - 1, 3)
      + Self.bytes(size.height - 1, 3)
  }

  private mutating func append(_ bytes: some Collection<UInt8>) throws {
    byteCount += bytes.count
    guard byteCount <= Int(UInt32.max) else {
      throw WritingError.unsupported(
        detail: "a WebP file has at most 4 GiB", remedy: WritingError.shrinking)
    }
    try write(Array(bytes))
  }

  private static func word(_ value: Int) -> [UInt8] { bytes(value, 4) }

  private static func bytes(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
