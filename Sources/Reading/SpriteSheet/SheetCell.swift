package import Atlases
package import Raster

/// The place of one frame's pixels on its page, and their place on the canvas.
package struct SheetCell: Hashable {
  /// Index of the page.
  var page: Int
  /// Its rectangle on the page, in stored orientation; empty for a frame without visible pixels.
  var rect: PixelRect
  /// The rotation of the content in storage.
  var rotation: AtlasFrame.Rotation
  /// The top left of the upright content on the canvas; may be outside.
  var position: PixelOffset
  /// The part of the canvas with content; the rest is transparent.
  var visible: PixelRect

  /// Overlays, from the bottom.
  var above: [Layer] = []

  /// A cell that is drawn over another one.
  struct Layer: Hashable {
    var cell: SheetCell
    var mode: AsepriteBlendMode
    /// From 0, nothing, to 255.
    var opacity: UInt8 = 255
  }

  /// A cell that fills the canvas.
  init(page: Int, rect: PixelRect) {
    self.page = page
    self.rect = rect
    rotation = .none
    position = PixelOffset(x: 0, y: 0)
    visible = PixelRect(rect.size)
  }

  /// A frame of an atlas, its full frame centred on the canvas.
  ///
  /// - Parameter canvas: at least as large as the frame's source size.
  package init(_ frame: AtlasFrame, page: Int, canvas: PixelSize) {
    self.page = page
    rotation = frame.rotation
    let full = PixelRect(
      x: (canvas.width - frame.sourceSize.width) / 2,
      y: (canvas.height - frame.sourceSize.height) / 2,
      width: frame.sourceSize.width, height: frame.sourceSize.height)
    position = PixelOffset(x: full.x + frame.offset.x, y: full.y + frame.offset.y)
    visible = PixelRect(
      x: position.x, y: position.y, width: frame.contentSize.width,
      height: frame.contentSize.height
    ).intersection(full)
    rect = visible.isEmpty ? .empty : frame.rect
  }

  /// Copies the visible part into an image of the canvas's size, upright.
  ///
  /// - Parameters:
  ///   - source: the top left pixel of ``rect``.
  ///   - stride: pixels from one row of the page to the next.
  func draw(
    from source: UnsafePointer<UInt32>, stride: Int,
    into target: UnsafeMutablePointer<UInt32>, canvasWidth: Int
  ) {
    for y in visible.y..<visible.maxY {
      let row = target + (y * canvasWidth + visible.x)
      let contentY = y - position.y
      let contentX = visible.x - position.x
      // The distance between pixels of an upright row: along a row or a column of the page.
      let start: Int
      let step: Int
      switch rotation {
      case .none:
        row.update(from: source + (contentY * stride + contentX), count: visible.width)
        continue
      case .clockwise:
        start = contentX * stride + rect.width - 1 - contentY
        step = stride
      case .halfTurn:
        start = (rect.height - 1 - contentY) * stride + rect.width - 1 - contentX
        step = -1
      case .counterclockwise:
        start = (rect.height - 1 - contentX) * stride + contentY
        step = -stride
      }
      for column in 0..<visible.width { row[column] = source[start + column * step] }
    }
  }

  /// Draws the visible part over an image of the canvas's size.
  ///
  /// - Parameters: as for ``draw(from:stride:into:canvasWidth:)``.
  func blend(
    from source: UnsafePointer<UInt32>, stride: Int,
    over target: UnsafeMutablePointer<UInt32>, canvasWidth: Int, mode: AsepriteBlendMode,
    opacity: UInt8, isPremultiplied: Bool
  ) {
    // Upright, without a margin.
    var own = self
    own.position = PixelOffset(x: position.x - visible.x, y: position.y - visible.y)
    own.visible = PixelRect(visible.size)
    var pixels = [UInt32](repeating: 0, count: visible.size.area)
    pixels.withUnsafeMutableBufferPointer { pixels in
      guard let base = pixels.baseAddress else { return }
      own.draw(from: source, stride: stride, into: base, canvasWidth: visible.width)
      if isPremultiplied { StraightAlpha.unpremultiply(base, pixels.count) }
      for y in 0..<visible.height {
        AsepriteColor.draw(
          base + y * visible.width,
          over: target + ((visible.y + y) * canvasWidth + visible.x), count: visible.width,
          opacity: Int32(opacity), mode: mode)
      }
    }
  }
}
