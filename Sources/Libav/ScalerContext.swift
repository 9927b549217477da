internal import CFFmpeg

/// The matrix from YCbCr to RGB.
package enum YCbCrMatrix: Sendable, Hashable { case bt601, bt709, bt2020, smpte240m, fcc }

/// Converts pictures to a size and a layout: decoded ones to full-range RGB, or YCbCr of the
/// picture's range, and RGB to YCbCr.
///
/// Wraps `SwsContext`, with the flags that give the smallest error and the same bytes on every
/// processor. Chroma stays where it belongs at odd sizes, too. Used by one thread at a time.
final class ScalerContext {
  let width: Int
  let height: Int
  private var context: UnsafeMutableRawPointer?
  let matrix: YCbCrMatrix
  private let isFullRange: Bool
  /// The larger pictures of an odd size; nil until there is one.
  private var whole: WholeChroma?

  /// - Parameters:
  ///   - width: the width of the result in pixels.
  ///   - height: the height of the result in pixels.
  init(width: Int, height: Int, matrix: YCbCrMatrix, isFullRange: Bool) {
    self.width = width
    self.height = height
    self.matrix = matrix
    self.isFullRange = isFullRange
  }

  deinit { if let context { cffmpeg_scaler_free(context) } }

  /// Fills planes with a picture.
  ///
  /// - Parameters:
  ///   - planes: four planes; the layout uses the first ones.
  ///   - strides: bytes from row to row of each plane.
  func scale(
    _ picture: Picture, to target: AVPixelFormat, _ planes: [UnsafeMutablePointer<UInt8>?],
    strides: [Int]
  ) throws(LibavError) {
    try FFmpegLibrary.swscale.open()
    let isFull = usesFullRange(picture)
    if whole?.suits(picture, target) != true {
      whole = try WholeChroma(picture, to: target, width: width, height: height)
    }
    guard let whole else {
      try scale(picture, to: target, width, height, planes, strides: strides, isFull: isFull)
      return
    }
    whole.take(picture)
    let made = whole.target
    try scale(
      whole.source, to: target, made.width, made.height, made.planes, strides: made.strides,
      isFull: isFull)
    whole.write(to: planes, strides: strides, width: width, height: height)
  }

  private func scale(
    _ picture: Picture, to target: AVPixelFormat, _ width: Int, _ height: Int,
    _ planes: [UnsafeMutablePointer<UInt8>?], strides: [Int], isFull: Bool
  ) throws(LibavError) {
    let frame = picture.pointer
    let format = AVPixelFormat(frame.format)
    let flags =
      CFFMPEG_SWS_BICUBIC | CFFMPEG_SWS_ACCURATE_RND | CFFMPEG_SWS_FULL_CHR_H_INT
      | CFFMPEG_SWS_FULL_CHR_H_INP | CFFMPEG_SWS_BITEXACT
    // The context is made again only when the stream changes its size or layout.
    context = cffmpeg_scaler(
      context, frame.width, frame.height, format, Int32(width), Int32(height),
      target, flags)
    guard let context else {
      throw LibavError(
        operation: "convert the picture", code: CFFMPEG_ERROR_EINVAL,
        logLine: LogTap.take())
    }
    let targetIsFull = isFull || target != AV_PIX_FMT_YUV420P10LE
    cffmpeg_scaler_set_colors(context, coefficients, isFull ? 1 : 0, targetIsFull ? 1 : 0)
    LogTap.clear()
    let targetStrides = strides.map { Int32($0) }
    let rows = withUnsafeBytes(of: frame.data) { data in
      withUnsafeBytes(of: frame.linesize) { lines in
        data.withMemoryRebound(to: UnsafePointer<UInt8>?.self) { data in
          cffmpeg_scaler_scale(
            context, data.baseAddress, lines.bindMemory(to: Int32.self).baseAddress,
            frame.height, planes, targetStrides)
        }
      }
    }
    guard rows == height else {
      throw LibavError(
        operation: "convert the picture", code: rows < 0 ? rows : CFFMPEG_ERROR_EINVAL,
        logLine: LogTap.take())
    }
  }

  /// Whether a picture has full range, according to the stream, the picture or its layout.
  func usesFullRange(_ picture: Picture) -> Bool { Self.usesFullRange(picture, isFullRange) }

  /// The same.
  ///
  /// - Parameter isFullRange: whether the stream is known to have full range.
  static func usesFullRange(_ picture: Picture, _ isFullRange: Bool) -> Bool {
    let frame = picture.pointer
    return isFullRange || frame.color_range == AVCOL_RANGE_JPEG
      || Self.isFullRange(AVPixelFormat(frame.format))
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

  /// The old layouts whose names mean full range.
  private static func isFullRange(_ format: AVPixelFormat) -> Bool {
    [
      AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P,
      AV_PIX_FMT_YUVJ411P,
    ].contains(format)
  }
}
