internal import Raster

/// Finds the frames with which decoding can start: those that replace the whole canvas, and those
/// before which the canvas is blank. Sees the frames in order.
///
/// A frame that replaces everything but whose disposal restores what was before is no such start:
/// the frame after it needs the pixels from before.
struct DecodingStarts {
  let canvas: PixelSize
  private var isBlank = true

  init(canvas: PixelSize) {
    self.canvas = canvas
  }

  /// Takes in the next frame.
  ///
  /// - Parameters:
  ///   - rect: where it draws, as declared or clipped to the canvas.
  ///   - replaces: whether nothing of what was in `rect` shows.
  ///   - draws: false when no pixel of the frame lies on the canvas.
  /// - Returns: whether decoding can start with it.
  mutating func visit(
    _ rect: PixelRect, _ disposal: Disposal, replaces: Bool, draws: Bool = true
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
