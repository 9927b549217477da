internal import Raster

/// One frame of an animation, as it must be shown.
package struct LosslessGIFFrame {
  /// The whole canvas, row by row: RGBA in memory order on a little-endian machine. Pixels are
  /// opaque, or transparent with alpha 0.
  package var canvas: [UInt32]
  /// 1/100 s, 0 to 65,535; nil for a frame without a delay, such as a still.
  package var delay: Int?
  /// The coded form of the frame in its original GIF.
  package var source: LosslessGIFSource?

  package init(canvas: [UInt32], delay: Int?, source: LosslessGIFSource? = nil) {
    self.canvas = canvas
    self.delay = delay
    self.source = source
  }
}

/// A frame as another encoder coded it, kept if nothing smaller is found.
package struct LosslessGIFSource {
  /// Its position, colours and data. Without a local palette, it uses the global colours given to
  /// ``LosslessGIFSurvey``.
  package var image: GIFImage
  /// The transparent index.
  package var transparentIndex: UInt8?
  /// The decoded indices, row by row from the top, also for an interlaced image.
  package var indices: [UInt8]

  package init(image: GIFImage, transparentIndex: UInt8?, indices: [UInt8]) {
    self.image = image
    self.transparentIndex = transparentIndex
    self.indices = indices
  }

  /// Whether it turns one canvas into another: pixels that it does not draw must already have their
  /// colours.
  func turns(_ before: [UInt32], into after: [UInt32], width: Int) -> Bool {
    let rect = image.rect
    let height = after.count / width
    guard
      PixelRect(x: 0, y: 0, width: width, height: height).contains(rect),
      indices.count == rect.size.area
    else { return false }
    for y in 0..<height {
      let row = y * width
      let isInside = y >= rect.y && y < rect.maxY
      for x in 0..<width where before[row + x] != after[row + x] {
        guard isInside, x >= rect.x, x < rect.maxX else { return false }
        let index = indices[(y - rect.y) * rect.width + x - rect.x]
        if index == transparentIndex { return false }
      }
    }
    return true
  }
}
