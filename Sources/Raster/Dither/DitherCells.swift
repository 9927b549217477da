/// The dither around each square of 4 x 4 pixels: its certainty, and which colours belong together.
///
/// Squares are at multiples of 4 on the canvas, and each depends only on pixels near it, so that a
/// part of a picture that is examined again gives the same result.
struct DitherCells {
  static let side = 4

  /// Of one square.
  struct Cell {
    /// The certainty of dither, from 0 to 1.
    var strength: Float = 0
    /// Colours that differ by at most this much belong together.
    var tolerance: Float = 0
    /// The fraction of that difference by which their means may differ.
    var detail: Float = 0
    /// The amount that an ordered dither adds per unit of its threshold.
    var amplitude = SIMD3<Float>()
  }

  let columns: Int
  let rows: Int
  private(set) var cells: [Cell]
  /// Whether any of them has dither.
  private(set) var isAny = false

  /// - Parameter area: the area, including its pixels.
  init(_ dither: Dither, _ area: WorkArea) {
    columns = area.width / Self.side
    rows = area.height / Self.side
    cells = [Cell](repeating: Cell(), count: columns * rows)
    let sums = likenessSums(area, edge: dither.edge)
    switch dither.pattern {
    case .diffused: findDiffusion(sums)
    case .ordered(let matrix): findPattern(sums, matrix, area, edge: dither.edge)
    }
  }

  /// Sums over the pixels of a cell.
  private struct Sums {
    var acrossNext: Float = 0
    var across: Float = 0
    var downNext: Float = 0
    var down: Float = 0
    var peaks: Float = 0
    var peakDistances: Float = 0

    static func += (sums: inout Sums, other: Sums) {
      sums.acrossNext += other.acrossNext
      sums.across += other.across
      sums.downNext += other.downNext
      sums.down += other.down
      sums.peaks += other.peaks
      sums.peakDistances += other.peakDistances
    }

    var likeness: Likeness {
      Likeness(acrossNext: acrossNext, across: across, downNext: downNext, down: down)
    }
  }

  /// For all cells except the outermost.
  private func likenessSums(_ area: WorkArea, edge: Float) -> [Sums] {
    var all = [Sums](repeating: Sums(), count: cells.count)
    let limit = SIMD4<Float>(repeating: edge * edge)
    let zero = SIMD4<Float>(repeating: 0)
    let one = SIMD4<Float>(repeating: 1)
    for row in 1..<rows - 1 {
      for column in 1..<columns - 1 {
        var (acrossNext, across, downNext, down) = (zero, zero, zero, zero)
        var (peaks, peakDistances) = (zero, zero)
        for y in row * Self.side..<(row + 1) * Self.side {
          let place = y * area.stride + column * Self.side
          let pixel = area.source[place]
          let (left, right) = (area.source[place - 1], area.source[place + 1])
          let (up, below) = (area.source[place - area.stride], area.source[place + area.stride])
          let (l, r) = (pixel.squaredDistance(left), pixel.squaredDistance(right))
          let (u, d) = (pixel.squaredDistance(up), pixel.squaredDistance(below))
          let (lr, ud) = (left.squaredDistance(right), up.squaredDistance(below))
          let isInner = (l .<= limit) .& (r .<= limit) .& (lr .<= limit)
          let isInnerDown = (u .<= limit) .& (d .<= limit) .& (ud .<= limit)
          acrossNext += zero.replacing(with: lr, where: isInner)
          across += zero.replacing(with: l + r, where: isInner)
          downNext += zero.replacing(with: ud, where: isInnerDown)
          down += zero.replacing(with: u + d, where: isInnerDown)
          let isPeak = isInner .& isInnerDown .& (l + r .> lr) .& (u + d .> ud)
          peaks += zero.replacing(with: one, where: isPeak)
          peakDistances += zero.replacing(with: l + r + u + d, where: isPeak)
        }
        all[row * columns + column] = Sums(
          acrossNext: acrossNext.total, across: across.total, downNext: downNext.total,
          down: down.total, peaks: peaks.total, peakDistances: peakDistances.total)
      }
    }
    return all
  }

  /// The sums of 3 x 3 cells.
  private func around(_ row: Int, _ column: Int, _ sums: [Sums]) -> Sums {
    var total = Sums()
    for y in row - 1...row + 1 {
      for x in column - 1...column + 1 { total += sums[y * columns + x] }
    }
    return total
  }

  private mutating func findDiffusion(_ sums: [Sums]) {
    for row in 2..<rows - 2 {
      for column in 2..<columns - 2 {
        let total = around(row, column, sums)
        if total.peaks == 0 { continue }
        let likeness = total.likeness
        let strength = likeness.strengthOfDiffusion(peaks: total.peaks / 144)
        if strength == 0 { continue }
        isAny = true
        let amplitude = (total.peakDistances / (4 * total.peaks)).squareRoot()
        cells[row * columns + column] = Cell(
          strength: strength, tolerance: 1.5 * amplitude + 2,
          detail: Self.detail(smoothStep(0.7, 1, likeness.mean)))
      }
    }
  }

  /// How much means may differ: little in texture, more in smooth areas.
  private static func detail(_ texture: Float) -> Float { 0.35 - 0.27 * texture }

  /// Sums of pixels that are lighter or darker than their surroundings.
  private struct PatternSums {
    /// Multiplied by the threshold, for each colour.
    var products = SIMD3<Float>()
    /// Squares, summed over all colours.
    var squares: Float = 0
    /// The sum of the squared thresholds.
    var thresholds: Float = 0
    /// The number of values.
    var count: Float = 0
  }

  private mutating func findPattern(
    _ sums: [Sums], _ matrix: OrderedMatrix, _ area: WorkArea, edge: Float
  ) {
    let pattern = patternSums(matrix, area, edge: edge)
    for row in 4..<rows - 4 {
      for column in 4..<columns - 4 {
        var total = PatternSums()
        for y in row - 2...row + 2 {
          for x in column - 2...column + 2 {
            let next = pattern[y * columns + x]
            total.products += next.products
            total.squares += next.squares
            total.thresholds += next.thresholds
            total.count += next.count
          }
        }
        if total.thresholds == 0 || total.squares == 0 { continue }
        let amplitude = total.products / (total.thresholds / 3)
        // For all colours together, for each pixel.
        let pixels = total.count / 3
        let explained =
          (amplitude * amplitude).total * (total.thresholds / total.count)
        let energy = total.squares / pixels
        let strength = smoothStep(0.15, 0.35, (explained / energy).squareRoot())
        if strength == 0 { continue }
        isAny = true
        let likeness = around(row, column, sums).likeness
        let texture = smoothStep(0.3, 0.6, max(likeness.horizontal, likeness.vertical))
        let rest = max(0, energy - explained).squareRoot()
        cells[row * columns + column] = Cell(
          strength: strength, tolerance: 2.2 * (1.6 - 0.6 * texture) * rest + 3,
          detail: Self.detail(texture), amplitude: amplitude * strength)
      }
    }
  }

  /// For all cells except the two outermost.
  private func patternSums(
    _ matrix: OrderedMatrix, _ area: WorkArea, edge: Float
  ) -> [PatternSums] {
    var all = [PatternSums](repeating: PatternSums(), count: cells.count)
    let zero = SIMD4<Float>(repeating: 0)
    let one = SIMD4<Float>(repeating: 1)
    let thresholds = matrix.groups
    let sums = UnsafeMutablePointer<Float>.allocate(capacity: area.width)
    defer { sums.deallocate() }
    for (channel, plane) in [area.source.red, area.source.green, area.source.blue].enumerated() {
      sums.initialize(repeating: 0, count: area.width)
      for y in 0..<8 {
        let row = plane + y * area.stride
        for x in 0..<area.width { sums[x] += row[x] }
      }
      // Rows y - 4 ..< y + 4 are summed when row y is examined.
      for y in 4..<area.height - 4 {
        let row = y / Self.side * columns
        for column in 2..<columns - 2 {
          let x = column * Self.side
          var sum = sums.group(x - 4)
          for left in x - 3..<x + 4 { sum += sums.group(left) }
          let value = plane.group(y * area.stride + x) - sum * (1.0 / 64)
          let isInner = (value .<= edge) .& (value .>= -edge)
          let own = zero.replacing(with: value, where: isInner)
          let threshold = thresholds[(y & 7) * 2 + column & 1]
          let counted = zero.replacing(with: one, where: isInner)
          all[row + column].products[channel] += (own * threshold).total
          all[row + column].squares += (own * own).total
          all[row + column].thresholds += (counted * threshold * threshold).total
          all[row + column].count += counted.total
        }
        let (first, next) = (plane + (y - 4) * area.stride, plane + (y + 4) * area.stride)
        for x in 0..<area.width { sums[x] += next[x] - first[x] }
      }
    }
    return all
  }

  /// The cells within this many cells of one with dither.
  func near(by distance: Int) -> [Bool] {
    var near = [Bool](repeating: false, count: cells.count)
    for row in distance..<rows - distance {
      for column in distance..<columns - distance where cells[row * columns + column].strength > 0 {
        for y in row - distance...row + distance {
          for x in column - distance...column + distance { near[y * columns + x] = true }
        }
      }
    }
    return near
  }
}
