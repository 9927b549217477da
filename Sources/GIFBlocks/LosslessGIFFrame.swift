internal import Raster

/// A frame of a known animation, as it is to be shown.
package struct LosslessGIFFrame {
  /// The whole canvas, row by row: RGBA in memory order on a little-endian machine. A pixel is
  /// opaque or, with alpha 0, transparent; there is nothing between.
  package var canvas: [UInt32]
  /// 1/100 s, 0 to 65,535; nil for a frame that has none, as a still has.
  package var delay: Int?
  /// How the frame was coded in the GIF that it comes from.
  package var source: LosslessGIFSource?

  package init(canvas: [UInt32], delay: Int?, source: LosslessGIFSource? = nil) {
    self.canvas = canvas
    self.delay = delay
    self.source = source
  }
}

/// A frame as another encoder coded it: kept as it is where nothing smaller is found.
package struct LosslessGIFSource {
  /// Where it goes, its colours and its data. Without a local palette it means the global colours
  /// that were given to ``LosslessGIFSurvey``.
  package var image: GIFImage
  /// The index that draws nothing.
  package var transparentIndex: UInt8?
  /// The decoded indices, row by row from the top, also of an interlaced image.
  package var indices: [UInt8]

  package init(image: GIFImage, transparentIndex: UInt8?, indices: [UInt8]) {
    self.image = image
    self.transparentIndex = transparentIndex
    self.indices = indices
  }

  /// Whether it turns one canvas into another: what it does not draw has to be right already.
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
