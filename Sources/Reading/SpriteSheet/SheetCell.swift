package import Atlases
package import Raster

/// Where one frame's pixels lie on which page, and where they go on the canvas.
package struct SheetCell: Hashable {
  /// Index of the page.
  var page: Int
  /// What it covers of the page, as it is stored; empty for a frame without visible pixels.
  var rect: PixelRect
  /// How the content was turned before it was stored.
  var rotation: AtlasFrame.Rotation
  /// Where the top left of the upright content lies on the canvas; may be outside.
  var position: PixelOffset
  /// The part of the canvas that the content fills; the rest is transparent.
  var visible: PixelRect

  /// What is drawn over it, from the bottom.
  var above: [Layer] = []

  /// A cell that is drawn over another one.
  struct Layer: Hashable {
    var cell: SheetCell
    var mode: AsepriteBlendMode
    /// From 0, nothing, to 255.
    var opacity: UInt8 = 255
  }

  /// A cell that is the whole canvas.
  init(page: Int, rect: PixelRect) {
    self.page = page
    self.rect = rect
    rotation = .none
    position = PixelOffset(x: 0, y: 0)
    visible = PixelRect(rect.size)
  }

  /// A frame of an atlas, its full picture centred on the canvas.
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

  /// Copies the visible part into a picture of the canvas's size, upright.
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
      // From one pixel of the upright row to the next: along a row or a column of the page.
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

  /// Draws the visible part over what a picture of the canvas's size has.
  ///
  /// - Parameters: as for ``draw(from:stride:into:canvasWidth:)``.
  func blend(
    from source: UnsafePointer<UInt32>, stride: Int,
    over target: UnsafeMutablePointer<UInt32>, canvasWidth: Int, mode: AsepriteBlendMode,
    opacity: UInt8, isPremultiplied: Bool
  ) {
    // Upright, with nothing around it.
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
