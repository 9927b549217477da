internal import Raster

/// The pictures of one side of a comparison as they are compared: shaped, on one background, and with
/// their luma. Only what has changed since the picture before is done again. Used by one thread at a
/// time.
final class ComparedPictures {
  private let shaper: Shaper
  /// What transparent pictures lie on; nil when all are opaque.
  private let matte: Matte?
  /// A picture of one's own for what lies on the matte; nil when all are opaque.
  private let flattened: PixelBuffer?
  private var isFirst = true

  /// The newest picture, which may be transparent.
  private(set) var shaped: PixelBuffer?
  /// Whether it differs from the one before.
  private(set) var hasChanged = true
  /// The luma of the newest picture on its background.
  private(set) var luma = LumaPlane()

  /// - Parameter matte: nil when no picture is transparent.
  init(_ shaper: Shaper, matte: RGBColor?) {
    self.shaper = shaper
    self.matte = matte.map { Matte($0) }
    flattened = matte.map { _ in PixelBufferPool(size: shaper.plan.output).take() }
  }

  /// The newest picture on its background.
  var opaque: PixelBuffer { flattened ?? shaped! }

  /// Goes on to the next picture.
  ///
  /// - Parameter frame: its ``CanvasFrame/changed`` is relative to the one that was shown before.
  /// - Throws: ``ShapingError``.
  /// - Complexity: some passes over the pixels that have changed.
  func show(_ frame: CanvasFrame) throws {
    let color = try shaper.shape(frame).color
    let picture = color.pixels
    let changed = isFirst ? PixelRect(picture.size) : color.changed
    isFirst = false
    shaped = picture
    hasChanged = !changed.isEmpty
    if changed.isEmpty { return }
    if let matte, let flattened {
      let (from, to) = (PixelPlane(picture), PixelPlane(flattened))
      for y in changed.y..<changed.maxY {
        let row = to.row(y, from: changed.x)
        row.update(from: from.row(y, from: changed.x), count: changed.width)
        matte.flatten(row, count: changed.width)
      }
    }
    luma.set(changed, of: opaque)
  }
}
