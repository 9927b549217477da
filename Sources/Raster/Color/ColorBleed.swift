/// Gives pixels with alpha 0 the colours of their neighbours, for pictures whose alpha is stored in
/// another picture.
///
/// Such pixels have no colour of their own (their bytes are 0, black). Black pixels would share
/// chroma samples and transforms with visible neighbours, so the combined pictures would show a
/// dark rim. Therefore a hidden pixel takes the mean, weighted by alpha, of the smallest aligned
/// cell of 2, 4, 8 or 16 pixels that has a visible pixel. A block of 16 without any visible pixel
/// takes the mean of its eight neighbours. Pixels farther away stay black, which costs nothing to
/// code. Colours therefore change only at the borders of an encoder's blocks, and at least 16
/// pixels away from visible pixels.
///
/// Encoders whose smallest transforms have 4 pixels need only cells of 2 and 4, and black beyond.
/// VP9 then takes 2 to 17 % fewer bytes than with blocks of 16.
///
/// Visible pixels keep their bytes. A block depends only on itself and its neighbours, so a part of
/// a picture can be drawn again alone.
package struct ColorBleed {
  package let size: PixelSize
  /// The side of a block in pixels.
  private let side: Int
  /// Whether blocks without a visible pixel take their neighbours' colours.
  private let spreads: Bool

  private init(size: PixelSize, side: Int, spreads: Bool) {
    self.size = size
    self.side = side
    self.spreads = spreads
  }

  /// With blocks of 16 pixels, macroblocks of H.264.
  package init(size: PixelSize) {
    self.init(size: size, side: 16, spreads: true)
  }

  /// With cells of 4 pixels at most, and black beyond.
  package static func near(size: PixelSize) -> ColorBleed {
    ColorBleed(size: size, side: 4, spreads: false)
  }

  private var columns: Int { (size.width + side - 1) / side }
  private var rows: Int { (size.height + side - 1) / side }

  /// The smallest rectangle of whole blocks that covers everything that changes with `rect`.
  package func reach(of rect: PixelRect) -> PixelRect {
    let blocks = blocks(around: rect, distance: spreads ? 1 : 0)
    return PixelRect(
      x: blocks.x * side, y: blocks.y * side, width: blocks.width * side,
      height: blocks.height * side
    ).intersection(PixelRect(size))
  }

  /// Fills the hidden pixels of ``reach(of:)``.
  ///
  /// - Parameters:
  ///   - color: opaque pixels with straight colours; hidden pixels may have any colour.
  ///   - alpha: grey.
  /// - Complexity: proportional to the area of the reach and two blocks around `rect`.
  package func fill(around rect: PixelRect, color: PixelPlane, alpha: PixelPlane) {
    if rect.isEmpty { return }
    let target = blocks(around: rect, distance: spreads ? 1 : 0)
    let source = blocks(around: rect, distance: spreads ? 2 : 0)
    var sums: [ColorSum] = []
    sums.reserveCapacity(source.width * source.height)
    for row in source.y..<source.maxY {
      for column in source.x..<source.maxX {
        sums.append(ColorSum(block(column, row), color, alpha))
      }
    }
    for row in target.y..<target.maxY {
      for column in target.x..<target.maxX {
        let own = sums[(row - source.y) * source.width + column - source.x]
        if own.hidden == 0 { continue }
        let rect = block(column, row)
        if own.weight > 0 {
          refine(rect, own.mean, color, alpha)
        } else {
          var around = ColorSum()
          if spreads {
            for y in max(row - 1, 0)...min(row + 1, rows - 1) {
              for x in max(column - 1, 0)...min(column + 1, columns - 1) {
                around.add(sums[(y - source.y) * source.width + x - source.x])
              }
            }
          }
          for y in rect.y..<rect.maxY {
            color.row(y, from: rect.x).update(repeating: around.mean, count: rect.width)
          }
        }
      }
    }
  }

  /// Fills the hidden pixels of a cell that also has visible ones, quarter by quarter.
  ///
  /// - Parameter mean: the cell's mean colour.
  private func refine(
    _ cell: PixelRect, _ mean: UInt32, _ color: PixelPlane, _ alpha: PixelPlane
  ) {
    // A cell that the picture's edge cuts has the side of a whole cell.
    let longest = max(cell.width, cell.height)
    if longest <= 2 {
      for y in cell.y..<cell.maxY {
        let (colors, alphas) = (color.row(y, from: cell.x), alpha.row(y, from: cell.x))
        for x in 0..<cell.width where alphas[x] & 0xFF == 0 { colors[x] = mean }
      }
      return
    }
    let half = longest <= 4 ? 2 : longest <= 8 ? 4 : 8
    for y in stride(from: cell.y, to: cell.maxY, by: half) {
      for x in stride(from: cell.x, to: cell.maxX, by: half) {
        let quarter = PixelRect(
          x: x, y: y, width: min(half, cell.maxX - x), height: min(half, cell.maxY - y))
        let sum = ColorSum(quarter, color, alpha)
        if sum.hidden == 0 { continue }
        if sum.weight > 0 {
          refine(quarter, sum.mean, color, alpha)
        } else {
          for y in quarter.y..<quarter.maxY {
            color.row(y, from: quarter.x).update(repeating: mean, count: quarter.width)
          }
        }
      }
    }
  }

  private func block(_ column: Int, _ row: Int) -> PixelRect {
    let (x, y) = (column * side, row * side)
    return PixelRect(
      x: x, y: y, width: min(side, size.width - x), height: min(side, size.height - y))
  }

  /// The blocks that a rectangle touches, and those up to `distance` blocks away, in blocks.
  private func blocks(around rect: PixelRect, distance: Int) -> PixelRect {
    let left = max(0, rect.x / side - distance)
    let top = max(0, rect.y / side - distance)
    let right = min(columns, (rect.maxX - 1) / side + 1 + distance)
    let bottom = min(rows, (rect.maxY - 1) / side + 1 + distance)
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

/// The sum of colours, weighted by alpha.
private struct ColorSum {
  /// Up to 9 blocks of 256 pixels of 255 times 255: below 2³².
  private var red: UInt32 = 0
  private var green: UInt32 = 0
  private var blue: UInt32 = 0
  private(set) var weight: UInt32 = 0
  /// The number of pixels with alpha 0.
  private(set) var hidden = 0

  init() {}

  init(_ rect: PixelRect, _ color: PixelPlane, _ alpha: PixelPlane) {
    for y in rect.y..<rect.maxY {
      let (colors, alphas) = (color.row(y, from: rect.x), alpha.row(y, from: rect.x))
      for x in 0..<rect.width {
        let (pixel, a) = (colors[x], alphas[x] & 0xFF)
        red &+= (pixel & 0xFF) &* a
        green &+= (pixel &>> 8 & 0xFF) &* a
        blue &+= (pixel &>> 16 & 0xFF) &* a
        weight &+= a
        hidden &+= a == 0 ? 1 : 0
      }
    }
  }

  mutating func add(_ other: ColorSum) {
    red &+= other.red
    green &+= other.green
    blue &+= other.blue
    weight &+= other.weight
    hidden &+= other.hidden
  }

  /// The mean colour, opaque, rounded to nearest; black if nothing is visible.
  var mean: UInt32 {
    if weight == 0 { return 0xFF00_0000 }
    func mean(_ sum: UInt32) -> UInt32 { (sum &+ weight / 2) / weight }
    return 0xFF00_0000 | mean(blue) << 16 | mean(green) << 8 | mean(red)
  }
}
