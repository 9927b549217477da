internal import CFFmpeg

/// Converts decoded pictures to 10-bit 4:2:0 samples without changing their colour space. Pictures
/// that already have this layout are copied. For one thread at a time.
package final class DeepSampler {
  /// Samples of a picture: luma, blue and red chroma, rows without padding.
  package typealias Planes = (luma: [UInt16], blue: [UInt16], red: [UInt16])

  private let scaler: ScalerContext

  /// - Parameters:
  ///   - width: the width of the result in pixels.
  ///   - height: the height of the result in pixels.
  package init(width: Int, height: Int, matrix: YCbCrMatrix, isFullRange: Bool) {
    scaler = ScalerContext(width: width, height: height, matrix: matrix, isFullRange: isFullRange)
  }

  package func samples(of picture: Picture) throws(LibavError) -> Planes {
    var stored = picture
    if picture.format != .yuv420p10le || picture.width != scaler.width
      || picture.height != scaler.height
    {
      let color = ColorTags(
        matrix: .unspecified, transfer: .unspecified, primaries: .unspecified,
        isLimitedRange: !scaler.usesFullRange(picture), chromaLocation: nil)
      stored = try Picture(
        width: scaler.width, height: scaler.height, format: .yuv420p10le, color: color)
      try scaler.scale(
        picture, to: AV_PIX_FMT_YUV420P10LE,
        [stored.plane(0), stored.plane(1), stored.plane(2), nil],
        strides: [stored.stride(0), stored.stride(1), stored.stride(2), 0])
    }
    return stored.deepSamples
  }
}
