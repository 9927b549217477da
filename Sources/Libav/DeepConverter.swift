internal import CFFmpeg

/// Turns decoded pictures of any layout into 12-bit red, green and blue, to which the transfer
/// curves are applied. Scales them if their pixels are not square. For one thread at a time.
package final class DeepConverter {
  /// The largest sample.
  package static let white = 4095

  /// One row of samples, little-endian, from 0 to ``DeepConverter/white``.
  package struct Row {
    package let red: UnsafePointer<UInt16>
    package let green: UnsafePointer<UInt16>
    package let blue: UnsafePointer<UInt16>
    /// Nil for opaque pictures.
    package let alpha: UnsafePointer<UInt16>?
  }

  private let scaler: ScalerContext
  /// Green, blue, red and alpha, one after another; nil until first used.
  private var planes: UnsafeMutableRawPointer?
  /// More than a row, because vector code may write past its end.
  private var stride: Int { (scaler.width * 2 + 63) / 64 * 64 + 64 }
  private var planeBytes: Int { stride * scaler.height }

  /// - Parameters:
  ///   - width: the width of the result in pixels.
  ///   - height: the height of the result in pixels.
  package init(width: Int, height: Int, matrix: YCbCrMatrix, isFullRange: Bool) {
    scaler = ScalerContext(
      width: width, height: height, matrix: matrix, isFullRange: isFullRange)
  }

  deinit { planes?.deallocate() }

  /// Converts a picture.
  ///
  /// - Parameter take: receives each row with its number, from the top; the row is valid until it
  ///   returns.
  package func convert(
    _ picture: Picture, take: (Int, Row) -> Void
  ) throws(LibavError) {
    let first = planes ?? .allocate(byteCount: 4 * planeBytes, alignment: 64)
    planes = first
    let bytes = first.assumingMemoryBound(to: UInt8.self)
    let hasAlpha = picture.hasAlpha
    try scaler.scale(
      picture, to: hasAlpha ? av_get_pix_fmt("gbrap12le") : AV_PIX_FMT_GBRP12LE,
      [
        bytes, bytes + planeBytes, bytes + 2 * planeBytes, hasAlpha ? bytes + 3 * planeBytes : nil,
      ],
      strides: [stride, stride, stride, hasAlpha ? stride : 0])
    for y in 0..<scaler.height {
      func row(_ plane: Int) -> UnsafePointer<UInt16> {
        UnsafePointer(
          (first + plane * planeBytes + y * stride).assumingMemoryBound(to: UInt16.self))
      }
      take(y, Row(red: row(2), green: row(0), blue: row(1), alpha: hasAlpha ? row(3) : nil))
    }
  }
}
