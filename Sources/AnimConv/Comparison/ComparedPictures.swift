internal import Raster

/// The images of one side of a comparison: shaped, on one background, and with their luma. Only
/// pixels that changed since the previous image are processed again. Used by one thread at a time.
final class ComparedPictures {
  private let shaper: Shaper
  /// The background of transparent images; nil if all are opaque.
  private let matte: Matte?
  /// A separate image with the background applied; nil if all images are opaque.
  private let flattened: PixelBuffer?
  private var isFirst = true

  /// The newest image, which may be transparent.
  private(set) var shaped: PixelBuffer?
  /// Whether it differs from the previous image.
  private(set) var hasChanged = true
  /// The luma of the newest image on its background.
  private(set) var luma = LumaPlane()

  /// - Parameter matte: nil if no image is transparent.
  init(_ shaper: Shaper, matte: RGBColor?) {
    self.shaper = shaper
    self.matte = matte.map { Matte($0) }
    flattened = matte.map { _ in PixelBuffer.Pool(size: shaper.plan.output).take() }
  }

  /// The newest image on its background.
  var opaque: PixelBuffer { flattened ?? shaped! }

  /// Moves to the next image.
  ///
  /// - Parameter frame: its ``CanvasFrame/changed`` is relative to the previously shown frame.
  /// - Throws: ``ShapingError``.
  /// - Complexity: a few passes over the changed pixels.
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
