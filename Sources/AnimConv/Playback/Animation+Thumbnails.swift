public import Raster

extension Animation {
  /// A frame as a small picture, as large as fits `bounds` with the frame's shape; frames that fit
  /// already are returned as they are.
  ///
  /// Every pixel is the mean of what it covers, transparent pixels adding no colour. The picture is
  /// the caller's and counts in no budget.
  ///
  /// - Parameters:
  ///   - index: from 0 up to the number of frames.
  ///   - bounds: both sides at least 1, in pixels.
  public func thumbnail(
    of index: Int = 0, fitting bounds: PixelSize
  ) async throws -> PixelBuffer {
    try await frame(at: index).pixels.reduced(toFit: bounds)
  }
}
