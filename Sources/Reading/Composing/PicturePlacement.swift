internal import Raster

/// The places of images of several sizes on one canvas.
struct PicturePlacement: Sendable, Hashable {
  let canvas: PixelSize
  private let isScaled: Bool

  /// - Parameter sizes: of all pictures; not empty.
  init(_ sizes: some Collection<PixelSize>, _ mode: ReadingOptions.FrameFolder.MixedSizes) {
    let widths = sizes.lazy.map(\.width)
    let heights = sizes.lazy.map(\.height)
    canvas =
      mode == .crop
      ? PixelSize(width: widths.min() ?? 1, height: heights.min() ?? 1)
      : PixelSize(width: widths.max() ?? 1, height: heights.max() ?? 1)
    isScaled = mode == .contain
  }

  /// The rectangle of an image on the canvas; it may be larger than the canvas.
  func rect(of size: PixelSize) -> PixelRect {
    var shown = size
    if isScaled {
      if canvas.width * size.height <= canvas.height * size.width {
        shown.width = canvas.width
        shown.height = max(1, (size.height * canvas.width + size.width / 2) / size.width)
      } else {
        shown.height = canvas.height
        shown.width = max(1, (size.width * canvas.height + size.height / 2) / size.height)
      }
    }
    return PixelRect(
      x: half(canvas.width - shown.width), y: half(canvas.height - shown.height),
      width: shown.width, height: shown.height)
  }

  /// Whether an image leaves a part of the canvas empty.
  func leavesBorder(_ size: PixelSize) -> Bool {
    !rect(of: size).contains(PixelRect(canvas))
  }

  /// Draws an image on a canvas with undefined pixels.
  func place(_ picture: PixelBuffer, on target: PixelBuffer) {
    let rect = rect(of: picture.size)
    if leavesBorder(picture.size) { target.clear(PixelRect(canvas)) }
    let source = PixelPlane(picture)
    let pixels = PixelPlane(target).moved(x: rect.x, y: rect.y)
    if rect.size != picture.size {
      Resampler(bilinearFrom: picture.size, to: rect.size)
        .draw(PixelRect(rect.size), from: source, to: pixels)
      return
    }
    let shown = rect.intersection(PixelRect(canvas))
    for y in shown.y - rect.y..<shown.maxY - rect.y {
      let x = shown.x - rect.x
      pixels.row(y, from: x).update(from: source.row(y, from: x), count: shown.width)
    }
  }

  /// Half, rounded down also for negative values, so that an odd pixel is always on the same side.
  private func half(_ value: Int) -> Int { value >> 1 }
}
