internal import Raster

/// Finds restart points for decoding: frames that replace the whole canvas, and frames before which
/// the canvas is blank. Receives the frames in order.
///
/// A frame that replaces everything but whose disposal restores the previous pixels is not a
/// restart point, because the next frame needs those pixels.
struct DecodingStarts {
  let canvas: PixelSize
  private var isBlank = true

  init(canvas: PixelSize) {
    self.canvas = canvas
  }

  /// Processes the next frame.
  ///
  /// - Parameters:
  ///   - rect: the drawn rectangle, as declared or clipped to the canvas.
  ///   - replaces: whether it hides everything in `rect`.
  ///   - draws: false if no pixel of the frame is on the canvas.
  /// - Returns: whether decoding can start there.
  mutating func visit(
    _ rect: PixelRect, _ disposal: CanvasFrame.Disposal, replaces: Bool, draws: Bool = true
  ) -> Bool {
    let coversAll = rect.contains(PixelRect(canvas))
    let isStart = isBlank || (coversAll && replaces && disposal != .restorePrevious)
    switch disposal {
    case .keep: isBlank = isBlank && !draws
    case .clear: isBlank = isBlank || coversAll
    case .restorePrevious: break
    }
    return isStart
  }
}
