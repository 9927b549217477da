package import Raster

/// Removes dithering from frames, then crops, scales, pads and flattens them according to a
/// ``ShapingPlan``.
///
/// Only changes are drawn. Memory comes from the shaper's own pool; each buffer records which image
/// it shows, and only the union of the changes since then is redrawn. The result equals drawing
/// everything. Used by one thread at a time.
package final class Shaper {
  package let plan: ShapingPlan

  private let undithering: Unditherer?
  private let scaler: any PictureScaler
  private let matte: Matte
  private let pool: PixelBuffer.Pool
  /// The pool for separate alpha images.
  private let alphaPool: PixelBuffer.Pool?
  private let bleed: ColorBleed?
  private var history = ChangeHistory()
  /// Counts the images that differ from the previous one; -1 before the first.
  private var picture = -1
  /// The newest images, while they are in use: returned again if nothing changed.
  private weak var newestColor: PixelBuffer?
  private weak var newestAlpha: PixelBuffer?

  /// Shapes frames that come with a drawing.
  private let drawer: Shaper?

  package init(_ plan: ShapingPlan) {
    self.plan = plan
    drawer = plan.drawn.map { Shaper($0) }
    undithering = plan.dither.map { Unditherer($0, size: plan.source) }
    let visible = PixelRect(plan.picture).intersection(plan.placement).moved(
      x: -plan.offsetX, y: -plan.offsetY)
    let old = plan.crop.size
    scaler =
      switch plan.filter {
      case nil: UnscaledPicture()
      case .nearest: NearestScaler(from: old, to: plan.scaled, visible: visible)
      case .area:
        BoxScaler(from: old, to: plan.scaled)
          ?? Resampler(.area, from: old, to: plan.scaled, visible: visible)
      case let filter?: Resampler(filter, from: old, to: plan.scaled, visible: visible)
      }
    matte = Matte(plan.matte)
    pool = PixelBuffer.Pool(size: plan.output)
    alphaPool = plan.alpha.separatesAlpha ? PixelBuffer.Pool(size: plan.output) : nil
    bleed = plan.bleedsColor ? ColorBleed(size: plan.output) : nil
  }

  /// Shapes the next frame.
  ///
  /// - Parameter frame: its ``CanvasFrame/changed`` is relative to the previously shaped frame, as
  ///   in a ``TimedFrame``; ignored for the first frame.
  /// - Returns: frames with the same index. The buffers are the previous ones if nothing changed
  ///   and they are still in use, and the buffer of `frame` itself if the plan is the identity.
  /// - Throws: ``ShapingError/frameSize(frame:expected:actual:)``.
  /// - Complexity: the number of pixels that changed since the recycled buffer was drawn, times the
  ///   filter's support; all pixels for a new buffer.
  package func shape(_ frame: CanvasFrame) throws -> ShapedFrame {
    guard frame.pixels.size == plan.source else {
      throw ShapingError.frameSize(
        frame: frame.index, expected: plan.source, actual: frame.pixels.size)
    }
    if let drawer, let drawing = frame.drawn(at: drawer.plan.source) {
      return try drawer.shape(drawing)
    }
    if plan.isIdentity { return ShapedFrame(color: frame) }
    let frame = undithering?.draw(frame) ?? frame
    if plan.onlyUndithers { return ShapedFrame(color: frame) }

    let isFirst = picture < 0
    let changed = isFirst ? PixelRect(plan.picture) : changedPart(frame.changed)
    let color: PixelBuffer
    let alpha: PixelBuffer?
    if changed.isEmpty, let newestColor, alphaPool == nil || newestAlpha != nil {
      color = newestColor
      alpha = newestAlpha
    } else {
      if !changed.isEmpty {
        picture += 1
        history.append(picture, changed)
      }
      (color, alpha) = draw(frame.pixels)
    }
    newestColor = color
    newestAlpha = alpha

    let output = isFirst ? PixelRect(plan.output) : plan.outputRect(of: changed)
    return ShapedFrame(
      color: CanvasFrame(index: frame.index, pixels: color, changed: output),
      alpha: alpha.map { CanvasFrame(index: frame.index, pixels: $0, changed: output) })
  }

  /// The part of the image that a changed part of the canvas can affect.
  private func changedPart(_ changed: PixelRect) -> PixelRect {
    let cropped = changed.intersection(plan.crop)
    if cropped.isEmpty { return .empty }
    return scaler.outputs(touching: cropped.moved(x: -plan.crop.x, y: -plan.crop.y))
      .moved(x: plan.offsetX, y: plan.offsetY)
      .intersection(PixelRect(plan.picture))
  }

  /// New buffers that show the newest image.
  private func draw(_ source: PixelBuffer) -> (color: PixelBuffer, alpha: PixelBuffer?) {
    let color = pool.take()
    let alpha = alphaPool?.take()
    let whole = PixelRect(plan.picture)
    var stale = history.changes(since: color.contents) ?? whole
    if let alpha { stale = stale.union(history.changes(since: alpha.contents) ?? whole) }
    draw(stale, from: source, to: color, alpha: alpha)
    color.contents = picture
    alpha?.contents = picture
    return (color, alpha)
  }

  private func draw(
    _ rect: PixelRect, from source: PixelBuffer, to color: PixelBuffer, alpha: PixelBuffer?
  ) {
    if rect.isEmpty { return }
    // A few rows at a time, so that the second step finds the pixels in the cache.
    let bandHeight = scaler.prefersWholeRects ? rect.height : 16
    for y in stride(from: rect.y, to: rect.maxY, by: bandHeight) {
      let band = PixelRect(
        x: rect.x, y: y, width: rect.width, height: min(bandHeight, rect.maxY - y))
      drawPicture(band, from: source, to: color)
      layOutAlpha(band, color: PixelPlane(color), alpha: alpha.map { PixelPlane($0) })
    }
    repeatEdges(rect, in: PixelPlane(color))
    if let bleed, let alpha {
      bleed.fill(around: rect, color: PixelPlane(color), alpha: PixelPlane(alpha))
    }
  }

  private func drawPicture(_ rect: PixelRect, from source: PixelBuffer, to color: PixelBuffer) {
    let visible = rect.intersection(plan.placement)
    let target = PixelPlane(color)
    if visible != rect { target.clear(rect) }
    if visible.isEmpty { return }
    scaler.draw(
      visible.moved(x: -plan.offsetX, y: -plan.offsetY),
      from: PixelPlane(source).moved(x: plan.crop.x, y: plan.crop.y),
      to: target.moved(x: plan.offsetX, y: plan.offsetY))
  }

  private func layOutAlpha(_ rect: PixelRect, color: PixelPlane, alpha: PixelPlane?) {
    let target: PixelPlane
    switch plan.alpha {
    case .keep: return
    case .template:
      for y in rect.y..<rect.maxY {
        dropColor(color.row(y, from: rect.x), count: rect.width)
      }
      return
    case .matte:
      guard plan.hasTransparency else { return }
      for y in rect.y..<rect.maxY {
        matte.flatten(color.row(y, from: rect.x), count: rect.width)
      }
      return
    case .stacked: target = color.moved(x: 0, y: plan.half.height)
    case .sideBySide: target = color.moved(x: plan.half.width, y: 0)
    case .pair, .mix: target = alpha ?? color
    }
    for y in rect.y..<rect.maxY {
      splitAlpha(color.row(y, from: rect.x), to: target.row(y, from: rect.x), count: rect.width)
    }
  }

  /// Repeats the last row or column of both halves as padding.
  private func repeatEdges(_ rect: PixelRect, in plane: PixelPlane) {
    if rect.maxY == plan.picture.height {
      for top in [0, plan.half.height] {
        for bottom in top + plan.picture.height..<top + plan.half.height {
          plane.row(bottom, from: rect.x)
            .update(from: plane.row(bottom - 1, from: rect.x), count: rect.width)
        }
      }
    }
    if rect.maxX == plan.picture.width {
      for left in [0, plan.half.width] {
        for right in left + plan.picture.width..<left + plan.half.width {
          for y in rect.y..<rect.maxY {
            plane.row(y, from: right).pointee = plane.row(y, from: right - 1).pointee
          }
        }
      }
    }
  }
}

extension ShapingPlan {
  /// Whether invisible pixels take the colours of their neighbours.
  var bleedsColor: Bool { alpha.separatesAlpha && hasTransparency }

  /// The position of the scaled crop on the image; it extends beyond the edges if it is cut off.
  var placement: PixelRect {
    PixelRect(x: offsetX, y: offsetY, width: scaled.width, height: scaled.height)
  }

  /// The smallest output rectangle that contains everything in `rect`.
  func outputRect(of rect: PixelRect) -> PixelRect {
    if rect.isEmpty { return .empty }
    var rect = rect
    switch alpha {
    case .keep, .template, .matte: return rect
    case .pair, .mix: return bleedsColor ? ColorBleed(size: output).reach(of: rect) : rect
    case .stacked:
      if rect.maxY == picture.height { rect.height += half.height - picture.height }
      return rect.union(rect.moved(x: 0, y: half.height))
    case .sideBySide:
      if rect.maxX == picture.width { rect.width += half.width - picture.width }
      return rect.union(rect.moved(x: half.width, y: 0))
    }
  }
}

extension PixelRect {
  /// The same rectangle at another place.
  func moved(x: Int, y: Int) -> PixelRect {
    PixelRect(x: self.x + x, y: self.y + y, width: width, height: height)
  }
}

extension CanvasFrame {
  /// The frame as its source draws it at another size; nil if the frame has only pixels.
  func drawn(at size: PixelSize) -> CanvasFrame? {
    pixels.vector.map { vector in
      CanvasFrame(
        index: index, pixels: vector.drawn(at: size),
        changed: changed.isEmpty ? .empty : PixelRect(size))
    }
  }
}

/// The shaper's output for one frame.
package struct ShapedFrame: Sendable {
  /// The image, or its colour. Its ``CanvasFrame/changed`` is relative to the previously shaped
  /// frame.
  package let color: CanvasFrame
  /// The second image of ``Conversion/Shaping/Alpha/pair`` and ``Conversion/Shaping/Alpha/mix``:
  /// alpha as opaque grey.
  package let alpha: CanvasFrame?

  package init(color: CanvasFrame, alpha: CanvasFrame? = nil) {
    self.color = color
    self.alpha = alpha
  }
}
