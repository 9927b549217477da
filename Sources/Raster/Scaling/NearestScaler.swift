/// Scales by repeating or skipping pixels.
package final class NearestScaler: PictureScaler {
  package let prefersWholeRects = false

  private let columns: ResamplingAxis
  private let rows: ResamplingAxis

  /// - Parameter visible: the visible part of the scaled picture.
  package init(from old: PixelSize, to new: PixelSize, visible: PixelRect) {
    columns = ResamplingAxis(
      .nearest, from: old.width, to: new.width, outputs: visible.x..<visible.maxX)
    rows = ResamplingAxis(
      .nearest, from: old.height, to: new.height, outputs: visible.y..<visible.maxY)
  }

  package func outputs(touching rect: PixelRect) -> PixelRect {
    PixelRect(
      columns: columns.outputs(touching: rect.x..<rect.maxX),
      rows: rows.outputs(touching: rect.y..<rect.maxY))
  }

  package func draw(_ rect: PixelRect, from source: PixelPlane, to target: PixelPlane) {
    columns.starts.withUnsafeBufferPointer { starts in
      let from = starts.baseAddress! + (rect.x - columns.outputs.lowerBound)
      var above: (source: Int, pixels: UnsafeMutablePointer<UInt32>)?
      for y in rect.y..<rect.maxY {
        let sourceY = rows.starts[y - rows.outputs.lowerBound]
        let pixels = target.row(y, from: rect.x)
        if let above, above.source == sourceY {
          pixels.update(from: above.pixels, count: rect.width)
        } else {
          let sourcePixels = source.row(sourceY, from: 0)
          for x in 0..<rect.width { pixels[x] = sourcePixels[from[x]] }
        }
        above = (sourceY, pixels)
      }
    }
  }
}

extension PixelRect {
  init(columns: Range<Int>, rows: Range<Int>) {
    self.init(
      x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }
}
