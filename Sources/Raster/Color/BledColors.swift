/// Colours for pictures whose alpha is stored separately: hidden pixels get the colours of their
/// neighbours, which take fewer bytes and leave no dark rim.
package final class BledColors {
  private let bleed: ColorBleed
  private let color: PixelBuffer
  /// As grey.
  private let alpha: PixelBuffer
  private var isBlank = true

  package init(_ bleed: ColorBleed) {
    self.bleed = bleed
    let pool = PixelBuffer.Pool(size: bleed.size)
    color = pool.take()
    alpha = pool.take()
  }

  /// The colours of the next frame, valid until the following one.
  ///
  /// - Complexity: proportional to the changed area.
  package func colors(of frame: CanvasFrame) -> CanvasFrame {
    let changed = isBlank ? PixelRect(frame.pixels.size) : frame.changed
    isBlank = false
    if changed.isEmpty { return CanvasFrame(index: frame.index, pixels: color, changed: changed) }
    let source = PixelPlane(frame.pixels)
    let (colors, alphas) = (PixelPlane(color), PixelPlane(alpha))
    let reach = bleed.reach(of: changed)
    for y in reach.y..<reach.maxY {
      let row = colors.row(y, from: reach.x)
      row.update(from: source.row(y, from: reach.x), count: reach.width)
      splitAlpha(row, to: alphas.row(y, from: reach.x), count: reach.width)
    }
    bleed.fill(around: changed, color: colors, alpha: alphas)
    return CanvasFrame(index: frame.index, pixels: color, changed: reach)
  }
}
