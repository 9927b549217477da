package import Raster
internal import Libav

/// The chroma of an output that is shared by four pixels, before the choice whether it is
/// corrected.
package struct SharedChroma: Sendable {
  private let matrix: VideoOptions.Matrix
  private let isFullRange: Bool
  private let color: ColorTags

  init(matrix: VideoOptions.Matrix, isFullRange: Bool, color: ColorTags) {
    self.matrix = matrix
    self.isFullRange = isFullRange
    self.color = color
  }

  /// The conversion of a picture of `size` to samples and back.
  ///
  /// - Parameter isSharp: whether samples are corrected, see ``SharpConverter``.
  package func roundTrip(size: PixelSize, isSharp: Bool) -> SampleRoundTrip? {
    SampleRoundTrip(
      PictureConverter(
        size: size,
        codedSize: PixelSize(width: (size.width + 1) & ~1, height: (size.height + 1) & ~1),
        format: .yuv420(alpha: false), matrix: matrix, isFullRange: isFullRange, isSharp: isSharp),
      color)
  }
}

extension VideoEncoding {
  /// Nil if samples are copied, or no four pixels share their chroma.
  package var sharedChroma: SharedChroma? {
    guard format == .yuv420(alpha: false), samples == nil, let matrix else { return nil }
    return SharedChroma(matrix: matrix, isFullRange: false, color: colorTags)
  }
}
