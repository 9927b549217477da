public import Raster
internal import Threads

extension AnimatedImage {
  /// A frame as a smaller picture, as large as fits `bounds` with the frame's shape; one that fits
  /// already is returned as it is. Scaled on a thread of the library's own, not in the caller's task.
  ///
  /// The picture is the caller's and counts in no budget.
  ///
  /// - Parameters:
  ///   - index: from 0 up to the number of frames.
  ///   - bounds: both sides at least 1, in pixels.
  ///   - filter: how to scale. With ``ScaleFilter/area``, the default, every pixel is the mean of what
  ///     it covers, transparent pixels adding no colour.
  /// - Throws: as ``frame(at:)-(Int)``.
  /// - Complexity: that of the frame, and a pass over its pixels.
  public func frame(
    at index: Int, fitting bounds: PixelSize, filter: ScaleFilter = .area
  ) async throws -> AnimationFrame {
    let frame = try await frame(at: index)
    let pixels = frame.pixels
    guard pixels.size.reduced(toFit: bounds) != nil else { return frame }
    let scaled = await withCheckedContinuation { continuation in
      SerialLane(Self.scaling).start {
        continuation.resume(returning: pixels.reduced(toFit: bounds, filter: filter))
      }
    }
    return AnimationFrame(
      index: frame.index, pixels: scaled, start: frame.start, duration: frame.duration)
  }

  private static let scaling = LanePool(most: processorCount)
}
