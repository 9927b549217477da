internal import Raster

extension AlphaPresence {
  /// What rectangles and disposals tell.
  ///
  /// Pixels that a damaged frame lacks are transparent all the same and are not counted here.
  ///
  /// - Parameters:
  ///   - frames: never empty, with rectangles that are clipped to the canvas.
  ///   - isOpaque: whether a frame has opaque pixels only.
  init(of frames: [SourceFrame], on canvas: PixelSize, isOpaque: (Int) -> Bool) {
    if frames[0].rect != PixelRect(canvas) {
      self = .present
      return
    }
    // What was cleared shows unless the next frame covers it.
    let staysCovered = zip(frames, frames.dropFirst()).allSatisfy { before, after in
      before.disposal != .clear || after.rect.contains(before.rect)
    }
    let firstStays = frames[0].disposal != .restorePrevious || frames.count == 1
    self = staysCovered && firstStays && frames.indices.allSatisfy(isOpaque) ? .absent : .possible
  }
}
