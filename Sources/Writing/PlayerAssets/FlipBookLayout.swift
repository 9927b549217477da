package import Raster

/// The layout of a flip-book: rows from the top left, without gaps, on slides of at most 1024 x
/// 1024 pixels.
///
/// The player derives a frame's column and row from the width of its slide, so slides are exactly
/// as wide as their columns. All slides have the same size, except that the last one is only as
/// high as its rows.
package struct FlipBookLayout: Sendable, Hashable {
  /// The longest side of a slide.
  package static let maxSide = 1024

  package let frameSize: PixelSize
  package let frameCount: Int
  /// Frames in a row.
  package let columns: Int
  /// Rows on a full slide.
  package let rows: Int

  /// - Throws: ``PlayerAssetError/frameTooLarge(_:maxSide:player:)`` and
  ///   ``PlayerAssetError/noFrames(player:)``.
  package init(frameSize: PixelSize, frameCount: Int) throws {
    guard frameCount > 0 else { throw PlayerAssetError.noFrames(player: .flipBook) }
    guard (1...Self.maxSide).contains(frameSize.width),
      (1...Self.maxSide).contains(frameSize.height)
    else {
      throw PlayerAssetError.frameTooLarge(
        frameSize, maxSide: Self.maxSide, player: .flipBook)
    }
    self.frameSize = frameSize
    self.frameCount = frameCount
    columns = min(frameCount, Self.maxSide / frameSize.width)
    rows = Self.maxSide / frameSize.height
  }

  package var framesPerSlide: Int { columns * rows }
  package var slideCount: Int { (frameCount + framesPerSlide - 1) / framesPerSlide }

  /// The number of frames on a slide.
  package func frameCount(ofSlide slide: Int) -> Int {
    min(framesPerSlide, frameCount - slide * framesPerSlide)
  }

  /// The size of a slide in pixels.
  package func size(ofSlide slide: Int) -> PixelSize {
    let rows = (frameCount(ofSlide: slide) + columns - 1) / columns
    return PixelSize(width: columns * frameSize.width, height: rows * frameSize.height)
  }

  /// The slide of a frame, and its place there.
  package func place(of frame: Int) -> (slide: Int, rect: PixelRect) {
    let cell = frame % framesPerSlide
    return (
      frame / framesPerSlide,
      PixelRect(
        x: cell % columns * frameSize.width, y: cell / columns * frameSize.height,
        width: frameSize.width, height: frameSize.height)
    )
  }
}
