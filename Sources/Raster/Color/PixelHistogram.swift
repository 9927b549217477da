/// The colours of pictures with their alpha, and the number of pixels of each, in cells of 32
/// shades of each channel.
///
/// Colours are multiplied by alpha, so that hardly visible pixels hardly count. A cell keeps the
/// sums of its pixels, and its first pixel as long as all others equal it. Transparent pixels are
/// not counted.
package struct PixelHistogram: Sendable {
  /// A cell: the mean of its pixels.
  struct Entry: Sendable {
    /// Red, green and blue times alpha, and alpha; 0...1.
    var color: SIMD4<Float>
    var weight: Float
    /// The only colour of the cell; nil if there are several.
    var pixel: UInt32?
  }

  private struct Cell {
    var sum = SIMD4<Float>.zero
    var count: Float = 0
    var first: UInt32
    var isSingle = true
  }

  /// The place of each cell in ``cells``, plus one; 0 for cells without pixels.
  private var places = [Int32](repeating: 0, count: 1 << 20)
  private var cells: [Cell] = []
  /// Whether some pixel is transparent.
  private(set) var hasTransparent = false

  package init() {}

  /// The largest number of bytes that it takes, with all cells.
  package static let mostBytes = (MemoryLayout<Cell>.stride + 4) << 20

  /// Counts the pixels of a picture.
  ///
  /// - Complexity: reads every pixel once.
  package mutating func count(_ pixels: PixelBuffer) {
    let plane = PixelPlane(pixels)
    for y in 0..<pixels.size.height {
      let row = plane.row(y, from: 0)
      var x = 0
      while x < pixels.size.width {
        let pixel = row[x]
        var end = x + 1
        while end < pixels.size.width, row[end] == pixel { end += 1 }
        add(pixel.littleEndian, count: Float(end - x))
        x = end
      }
    }
  }

  private mutating func add(_ pixel: UInt32, count: Float) {
    if pixel >> 24 == 0 {
      hasTransparent = true
      return
    }
    let (red, green) = (pixel >> 3 & 0x1F, pixel >> 6 & 0x3E0)
    let (blue, alpha) = (pixel >> 9 & 0x7C00, pixel >> 12 & 0xF8000)
    let cell = Int(red | green | blue | alpha)
    if places[cell] == 0 {
      cells.append(Cell(first: pixel))
      places[cell] = Int32(cells.count)
    }
    let place = Int(places[cell]) - 1
    cells[place].sum += Self.color(pixel) * count
    cells[place].count += count
    if cells[place].first != pixel { cells[place].isSingle = false }
  }

  /// A pixel with red in the low byte, its colours multiplied by alpha.
  static func color(_ pixel: UInt32) -> SIMD4<Float> {
    let bytes = SIMD4<Float>(
      Float(pixel & 255), Float(pixel >> 8 & 255), Float(pixel >> 16 & 255), 255)
    return bytes * (Float(pixel >> 24) / (255 * 255))
  }

  var entries: [Entry] {
    cells.map { cell in
      Entry(
        color: cell.sum / cell.count, weight: cell.count, pixel: cell.isSingle ? cell.first : nil)
    }
  }
}
