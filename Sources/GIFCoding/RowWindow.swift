import GIFBlocks
internal import Raster

/// The colours of three rows of a frame, so that each pixel can be compared with its neighbours.
struct RowWindow {
  private let pixels: UnsafePointer<UInt32>
  private let width: Int
  private let region: PixelRect
  private let convert: OKLab.Converter
  private let rows: UnsafeMutablePointer<Lab>
  private(set) var current: UnsafeMutablePointer<Lab>
  private var above: UnsafeMutablePointer<Lab>
  private var below: UnsafeMutablePointer<Lab>

  /// Starts before the first row of a region.
  ///
  /// - Parameters:
  ///   - width: the width of the canvas in `pixels`.
  ///   - rows: room for three rows of the canvas.
  init(
    _ pixels: UnsafePointer<UInt32>, width: Int, region: PixelRect, convert: OKLab.Converter,
    rows: UnsafeMutablePointer<Lab>
  ) {
    self.pixels = pixels
    self.width = width
    self.region = region
    self.convert = convert
    self.rows = rows
    current = rows
    above = rows
    below = rows
  }

  /// Moves to a row; rows are visited in order.
  mutating func move(to y: Int) {
    if y == region.y { load(y) }
    if y + 1 < region.maxY { load(y + 1) }
    current = row(y)
    above = y > region.y ? row(y - 1) : current
    below = y + 1 < region.maxY ? row(y + 1) : current
  }

  private func row(_ y: Int) -> UnsafeMutablePointer<Lab> { rows + (y % 3) * width }

  private func load(_ y: Int) {
    let row = row(y)
    for x in region.x..<region.maxX { row[x] = convert(pixels[y * width + x]) }
  }

  /// How much lightness varies around a pixel, where 1 is the range from black to white.
  @inline(__always)
  func activity(_ x: Int) -> Float {
    let left = current[max(x - 1, region.x)][0]
    let right = current[min(x + 1, region.maxX - 1)][0]
    return (abs(right - left) + abs(below[x][0] - above[x][0])) * (1 / OKLab.scale)
  }
}
