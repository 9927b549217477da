/// One picture in memory: 8-bit RGBA, straight alpha, sRGB, rows from the top without padding.
///
/// Pixels with alpha 0 have colour 0. The code that took a buffer from its ``PixelBuffer/Pool``
/// fills it. After it is passed on in a ``CanvasFrame``, it does not change, and any number of
/// threads may read it. Its memory returns to the pool with the last reference.
public final class PixelBuffer: @unchecked Sendable {
  /// Width and height in pixels.
  public let size: PixelSize
  /// Bytes from one row to the next: four times the width.
  public var stride: Int { size.width &* 4 }
  /// Bytes of all rows.
  public var byteCount: Int { stride &* size.height }

  /// First byte of the top row, aligned to 64 bytes. ``PixelBuffer/Pool/slack`` bytes after the
  /// last row may also be read and written, which keeps inner loops simple.
  package let base: UnsafeMutablePointer<UInt8>

  /// The picture of its source that the memory still shows, for sources that draw only later
  /// changes; nil if the contents are undefined. Set by the source, kept by the pool.
  package var contents: Int?

  /// The same picture with its high dynamic range; nil if it is not needed. Set by the source
  /// before the buffer is passed on.
  package var deep: DeepPicture?

  /// The picture in its stored form; the pixels are then undefined. Nil unless it was requested
  /// from the source. Set by the source before the buffer is passed on.
  package var plain: PlainPicture?

  /// The same picture in 16 bits a sample; nil unless it was requested from the source and the
  /// source has more than 8. Set by the source before the buffer is passed on.
  package var wide: WidePicture?

  /// The same picture in a form that its source can draw at any size; nil for pictures that consist
  /// only of pixels. Set by the source before the buffer is passed on.
  package var vector: (any VectorPicture)?

  private let pool: PixelBuffer.Pool

  init(size: PixelSize, base: UnsafeMutablePointer<UInt8>, contents: Int?, pool: PixelBuffer.Pool) {
    self.size = size
    self.base = base
    self.contents = contents
    self.pool = pool
  }

  deinit { pool.putBack(base, contents: contents) }

  /// Provides the pixels for reading; the pointer is valid only inside `body`.
  public func withBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try body(UnsafeRawBufferPointer(start: base, count: byteCount))
  }
}
