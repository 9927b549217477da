internal import Raster

/// Finds where the colour changes visibly within blocks of 2 x 2 pixels, which share their chroma
/// in 4:2:0.
struct ColorEdges {
  /// The square of at most ``side`` pixels that contains most of these blocks.
  private(set) var window: PixelRect
  /// The share of blocks in ``window``.
  private(set) var share: Double

  /// The side of ``window``, in pixels; SSIMULACRA2 uses all its scales at this size.
  static let side = 256
  /// The smallest difference of red and green that counts; the difference of blue and green must be
  /// twice as large.
  private static let least: Int32 = 64
  private static let cell = 64

  /// - Complexity: reads every pixel once.
  init(_ pixels: PixelBuffer) {
    let size = pixels.size
    let (across, down) = (Self.cells(size.width), Self.cells(size.height))
    let counts = Self.count(pixels, across: across, down: down)
    let (wide, high) = (min(across, Self.side / Self.cell), min(down, Self.side / Self.cell))
    var most = -1
    var place = (x: 0, y: 0)
    for y in 0...(down - high) {
      for x in 0...(across - wide) {
        let sum = (y..<y + high).reduce(0) { sum, row in
          sum + counts[(row * across + x)..<(row * across + x + wide)].reduce(0, +)
        }
        if sum > most { (most, place) = (sum, (x, y)) }
      }
    }
    window = PixelRect(
      x: place.x * Self.cell, y: place.y * Self.cell, width: wide * Self.cell,
      height: high * Self.cell
    ).intersection(PixelRect(size))
    share = Double(4 * most) / Double(max(1, window.width * window.height))
  }

  private static func cells(_ length: Int) -> Int { (length + cell - 1) / cell }

  /// The coloured blocks in each cell.
  private static func count(_ pixels: PixelBuffer, across: Int, down: Int) -> [Int] {
    let plane = PixelPlane(pixels)
    let size = pixels.size
    var counts = [Int](repeating: 0, count: across * down)
    for y in stride(from: 0, to: size.height - 1, by: 2) {
      let (top, bottom) = (plane.row(y, from: 0), plane.row(y + 1, from: 0))
      var x = 0
      while x &+ 1 < size.width {
        let (a, b, c, d) = (top[x], top[x &+ 1], bottom[x], bottom[x &+ 1])
        // Most blocks have one colour.
        if a != b || a != c || a != d {
          let (p, q, r, s) = (Tint(a), Tint(b), Tint(c), Tint(d))
          let red =
            max(max(p.red, q.red), max(r.red, s.red))
            &- min(min(p.red, q.red), min(r.red, s.red))
          let blue =
            max(max(p.blue, q.blue), max(r.blue, s.blue))
            &- min(min(p.blue, q.blue), min(r.blue, s.blue))
          if red &+ blue / 2 > least { counts[y / cell * across + x / cell] += 1 }
        }
        x &+= 2
      }
    }
    return counts
  }

  /// Red and blue without green.
  private struct Tint {
    let red, blue: Int32

    @inline(__always)
    init(_ pixel: UInt32) {
      let word = pixel.littleEndian
      let green = Int32(truncatingIfNeeded: word &>> 8 & 0xFF)
      red = Int32(truncatingIfNeeded: word & 0xFF) &- green
      blue = Int32(truncatingIfNeeded: word &>> 16 & 0xFF) &- green
    }
  }
}
