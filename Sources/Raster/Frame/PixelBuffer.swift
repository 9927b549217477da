/// One picture in memory: 8-bit RGBA, straight alpha, sRGB, rows from the top without padding.
///
/// Pixels with alpha 0 have colour 0. A buffer is filled by the one who took it from its
/// ``PixelBufferPool`` and is not changed after it has been handed on in a ``CanvasFrame``; then any
/// number of threads may read it. Its memory goes back to the pool when the last reference goes.
public final class PixelBuffer: @unchecked Sendable {
  /// Width and height in pixels.
  public let size: PixelSize
  /// Bytes from one row to the next: four times the width.
  public var stride: Int { size.width &* 4 }
  /// Bytes of all rows.
  public var byteCount: Int { stride &* size.height }

  /// First byte of the top row, aligned to 64 bytes. ``PixelBufferPool/slack`` bytes behind the
  /// last row may be read and written too, so that inner loops need no careful endings.
  package let base: UnsafeMutablePointer<UInt8>

  /// Which picture of its source the memory still shows, for sources that only draw what changed
  /// since; nil when the contents mean nothing. Set by the source, kept by the pool.
  package var contents: Int?

  /// The same picture with its high dynamic range; nil where nobody keeps that. Set by the source
  /// before the buffer is handed on.
  package var deep: DeepPicture?

  /// The picture as it is stored; the pixels then mean nothing. Nil unless the source was asked for it.
  /// Set by the source before the buffer is handed on.
  package var plain: PlainPicture?

  /// The same picture in 16 bits a sample; nil unless the source was asked for it and has more than 8.
  /// Set by the source before the buffer is handed on.
  package var wide: WidePicture?

  private let pool: PixelBufferPool

  init(size: PixelSize, base: UnsafeMutablePointer<UInt8>, contents: Int?, pool: PixelBufferPool) {
    self.size = size
    self.base = base
    self.contents = contents
    self.pool = pool
  }

  deinit { pool.putBack(base, contents: contents) }

  /// Lends the pixels for reading; the pointer is valid only inside `body`.
  public func withBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try body(UnsafeRawBufferPointer(start: base, count: byteCount))
  }
}
