public import Raster
internal import Threads

extension AnimatedImage {
  /// A frame as a smaller image, as large as fits `bounds` with the frame's proportions. A frame
  /// that already fits is returned unchanged. Scaling runs on the library's own thread, not in the
  /// caller's task.
  ///
  /// The image belongs to the caller and counts towards no budget.
  ///
  /// - Parameters:
  ///   - index: from 0 up to, but not including, the number of frames.
  ///   - bounds: both sides at least 1, in pixels.
  ///   - filter: the scaling filter. With ``ScaleFilter/area``, the default, every pixel is the
  ///     mean of the area that it covers; transparent pixels add no colour.
  /// - Throws: like ``frame(at:)-(Int)``.
  /// - Complexity: the complexity of decoding the frame, and one pass over its pixels.
  public func frame(
    at index: Int, fitting bounds: PixelSize, filter: ScaleFilter = .area
  ) async throws -> AnimatedImage.Frame {
    let frame = try await frame(at: index)
    let pixels = frame.pixels
    guard pixels.size.reduced(toFit: bounds) != nil else { return frame }
    let scaled = await withCheckedContinuation { continuation in
      SerialLane(Self.scaling).start {
        continuation.resume(returning: pixels.reduced(toFit: bounds, filter: filter))
      }
    }
    return AnimatedImage.Frame(
      index: frame.index, pixels: scaled, start: frame.start, duration: frame.duration)
  }

  private static let scaling = LanePool(most: processorCount)
}
