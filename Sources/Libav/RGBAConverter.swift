internal import CFFmpeg

/// Turns decoded pictures of any layout into 8-bit RGBA, scaling them on the way when their pixels
/// are not square.
///
/// Wraps `SwsContext`, with the flags that give the smallest error and the same bytes on every
/// processor. Used by one thread at a time.
package final class RGBAConverter {
  /// The matrix from YCbCr to RGB.
  package enum Matrix: Sendable, Hashable { case bt601, bt709, bt2020, smpte240m, fcc }

  private var context: UnsafeMutableRawPointer?
  /// Where colours are before they are joined; nil until they are needed.
  private var planes: UnsafeMutablePointer<UInt8>?
  private let width: Int32
  private let height: Int32
  private let matrix: Matrix
  private let isFullRange: Bool

  /// - Parameters:
  ///   - width: of the result in pixels.
  ///   - height: of the result in pixels.
  package init(width: Int, height: Int, matrix: Matrix, isFullRange: Bool) {
    self.width = Int32(width)
    self.height = Int32(height)
    self.matrix = matrix
    self.isFullRange = isFullRange
  }

  deinit {
    if let context { cffmpeg_scaler_free(context) }
    planes?.deallocate()
  }

  /// Converts a picture into rows without padding.
  ///
  /// - Parameter target: room for all rows, and 64 bytes more.
  package func convert(
    _ picture: Picture, into target: UnsafeMutablePointer<UInt8>
  ) throws(LibavError) {
    try FFmpegLibrary.swscale.open()
    let frame = picture.pointer
    let format = AVPixelFormat(frame.pointee.format)
    let flags =
      CFFMPEG_SWS_BICUBIC | CFFMPEG_SWS_ACCURATE_RND | CFFMPEG_SWS_FULL_CHR_H_INT
      | CFFMPEG_SWS_FULL_CHR_H_INP | CFFMPEG_SWS_BITEXACT
    let isSplit = Self.suitsSplitColors(format)
    // The context is made anew only when the stream changes its size or layout.
    context = cffmpeg_scaler(
      context, frame.pointee.width, frame.pointee.height, format, width, height,
      isSplit ? AV_PIX_FMT_GBRP : AV_PIX_FMT_RGBA, flags)
    guard let context else {
      throw LibavError(
        operation: "convert the picture to RGBA", code: CFFMPEG_ERROR_EINVAL,
        logLine: LogTap.take())
    }
    let usesFullRange =
      isFullRange || frame.pointee.color_range == AVCOL_RANGE_JPEG || Self.isFullRange(format)
    cffmpeg_scaler_set_colors(context, coefficients, usesFullRange ? 1 : 0)
    var planes: [UnsafeMutablePointer<UInt8>?] = [target, nil, nil, nil]
    var strides: [Int32] = [width * 4, 0, 0, 0]
    if isSplit {
      let colors = colorPlanes()
      planes = [colors, colors + planeBytes, colors + 2 * planeBytes, nil]
      strides = [Int32(planeStride), Int32(planeStride), Int32(planeStride), 0]
    }
    LogTap.clear()
    let rows = withUnsafeBytes(of: &frame.pointee.data) { data in
      withUnsafeBytes(of: &frame.pointee.linesize) { lines in
        data.withMemoryRebound(to: UnsafePointer<UInt8>?.self) { data in
          cffmpeg_scaler_scale(
            context, data.baseAddress, lines.bindMemory(to: Int32.self).baseAddress,
            frame.pointee.height, &planes, &strides)
        }
      }
    }
    guard rows == height else {
      throw LibavError(
        operation: "convert the picture to RGBA", code: rows < 0 ? rows : CFFMPEG_ERROR_EINVAL,
        logLine: LogTap.take())
    }
    if isSplit { joinColors(into: target) }
  }

  /// Bytes from row to row of one colour: more than a row, since vector code may write over its
  /// end.
  private var planeStride: Int { (Int(width) + 63) / 64 * 64 + 64 }
  private var planeBytes: Int { planeStride * Int(height) }

  /// Room for green, blue and red, one after another.
  private func colorPlanes() -> UnsafeMutablePointer<UInt8> {
    if let planes { return planes }
    let allocated = UnsafeMutableRawPointer.allocate(byteCount: 3 * planeBytes, alignment: 64)
      .bindMemory(to: UInt8.self, capacity: 3 * planeBytes)
    planes = allocated
    return allocated
  }

  private func joinColors(into target: UnsafeMutablePointer<UInt8>) {
    let green = colorPlanes()
    UnsafeMutableRawPointer(target).withMemoryRebound(
      to: UInt32.self, capacity: Int(width) * Int(height)
    ) { pixels in
      for y in 0..<Int(height) {
        let g = green + y * planeStride
        let b = g + planeBytes
        let r = b + planeBytes
        let row = pixels + y * Int(width)
        for x in 0..<Int(width) {
          let color = UInt32(r[x]) | UInt32(g[x]) << 8 | UInt32(b[x]) << 16
          row[x] = (color | 0xFF00_0000).littleEndian
        }
      }
    }
  }

  /// Whether a layout is made into three colours and then joined: the same values as RGBA at once,
  /// but swscale has vector code for the one and none for the other. For opaque YCbCr of 8 bits.
  private static func suitsSplitColors(_ format: AVPixelFormat) -> Bool {
    [
      AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUV422P, AV_PIX_FMT_YUV444P, AV_PIX_FMT_YUVJ420P,
      AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P,
    ].contains(format)
  }

  private var coefficients: Int32 {
    switch matrix {
    case .bt601: SWS_CS_ITU601
    case .bt709: SWS_CS_ITU709
    case .bt2020: SWS_CS_BT2020
    case .smpte240m: SWS_CS_SMPTE240M
    case .fcc: SWS_CS_FCC
    }
  }

  /// The old layouts whose names say that they use all values.
  private static func isFullRange(_ format: AVPixelFormat) -> Bool {
    [
      AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P,
      AV_PIX_FMT_YUVJ411P,
    ].contains(format)
  }
}
