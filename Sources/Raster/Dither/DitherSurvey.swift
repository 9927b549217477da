/// Examines some frames of an animation and decides whether they are dithered, and how.
///
/// Dither leaves single pixels that differ from their neighbours on both sides. They form a
/// pattern, or are less similar to the second next pixel than noise is. Only pictures with few
/// colours are dithered.
package struct DitherSurvey {
  /// The largest number of colours, and of pixels, of a picture that counts as pixel art: it is
  /// dithered by hand, and every pixel is intended.
  private static let artColors = 32
  private static let artArea = 256 * 256

  /// Single pixels, by their distance from their neighbours.
  private var amplitudes = [Int](repeating: 0, count: 256)
  private var pixelCount = 0
  /// For each position in a matrix, how much lighter its pixels are than their surroundings, in
  /// 64ths.
  private var lightness = [Int](repeating: 0, count: 64)
  private var lightnessCounts = [Int](repeating: 0, count: 64)
  private var squaredLightness = 0.0
  private var windows = WindowCounts()
  private var mostColors = 0
  private var area = 0
  private var colors = DitherColors()

  package init() {}

  /// The number of squares in the picture.
  private struct WindowCounts {
    static let side = 12
    /// Squares with more than one colour.
    var active = 0
    /// Squares that look like error diffusion.
    var diffused = 0
    /// Squares of error diffusion that cannot be grain.
    var certain = 0
  }

  /// Adds a frame to the survey. Pictures with too many colours, or hardly larger than a pattern,
  /// are ignored.
  ///
  /// - Complexity: about 40 ns per pixel.
  package mutating func look(at picture: PixelBuffer) {
    look(at: PixelPlane(picture), size: picture.size)
  }

  /// Adds the middle of a picture, at most `most` pixels wide and high. Pictures that could be
  /// pixel art are ignored.
  package mutating func look(atMiddleOf picture: PixelBuffer, most: Int) {
    let whole = picture.size
    let size = PixelSize(width: min(most, whole.width), height: min(most, whole.height))
    look(
      at: PixelPlane(picture).moved(
        x: (whole.width - size.width) / 2, y: (whole.height - size.height) / 2),
      size: size, skippingArtOf: whole)
  }

  /// - Parameter whole: the size of the whole picture, which decides whether it could be pixel art;
  ///   nil to skip this check.
  mutating func look(at plane: PixelPlane, size: PixelSize, skippingArtOf whole: PixelSize? = nil) {
    guard size.width >= 24, size.height >= 24, countColors(plane, size) else { return }
    area = (whole ?? size).area
    mostColors = max(mostColors, colors.colors.count)
    if whole != nil, area <= Self.artArea, colors.colors.count <= Self.artColors { return }
    // Every other stripe of a large picture suffices.
    let step = size.height >= 96 ? 2 * Self.stripe : Self.stripe
    var own = [Int](repeating: 0, count: 256)
    var marks = [Bool](repeating: false, count: size.width * Self.stripe)
    var stripes: [(y: Int, marks: [Bool])] = []
    for y in stride(from: 4, to: size.height - 4 - WindowCounts.side + 1, by: step) {
      let rows = y..<min(y + Self.stripe, size.height - 4)
      markPeaks(plane, size, rows, &marks, &own)
      stripes.append((y, marks))
      pixelCount += rows.count * size.width
    }
    for (amplitude, count) in own.enumerated() { amplitudes[amplitude] += count }
    let edge = Self.edge(own)
    for (y, marks) in stripes {
      let rows = y..<min(y + Self.stripe, size.height - 4)
      countWindows(plane, size, rows, marks, Int32(edge * edge))
      fold(plane, size, rows, Int32(edge * 64))
    }
  }

  /// Rows that are examined together: two windows.
  private static let stripe = 24

  private mutating func countColors(_ plane: PixelPlane, _ size: PixelSize) -> Bool {
    var found = DitherColors()
    var last = ~plane.row(0, from: 0).pointee
    for y in 0..<size.height {
      let row = plane.row(y, from: 0)
      for x in 0..<size.width where row[x] != last {
        last = row[x]
        if !found.insert(last) { return false }
      }
    }
    // Results for pairs stay valid as long as the colours do.
    if found.colors != colors.colors { colors = found }
    return true
  }

  /// Marks pixels that differ from both neighbours in both directions, and counts their amplitudes.
  private func markPeaks(
    _ plane: PixelPlane, _ size: PixelSize, _ rows: Range<Int>, _ marks: inout [Bool],
    _ amplitudes: inout [Int]
  ) {
    let width = size.width
    marks.withUnsafeMutableBufferPointer { marks in
      marks.update(repeating: false)
      for y in rows {
        let row = plane.row(y, from: 0)
        let (above, below) = (plane.row(y - 1, from: 0), plane.row(y + 1, from: 0))
        for x in 1..<width - 1 {
          let p = row[x]
          let (left, right, up, down) = (row[x - 1], row[x + 1], above[x], below[x])
          if p == left || p == right || p == up || p == down || p >> 24 == 0 { continue }
          let (l, r) = (squaredDistance(p, left), squaredDistance(p, right))
          if l + r <= squaredDistance(left, right) { continue }
          let (u, d) = (squaredDistance(p, up), squaredDistance(p, down))
          if u + d <= squaredDistance(up, down) { continue }
          marks[(y - rows.lowerBound) * width + x] = true
          let square = Float(l + r + u + d) * 0.25
          amplitudes[min(255, Int(square.squareRoot()))] += 1
        }
      }
    }
  }

  private mutating func countWindows(
    _ plane: PixelPlane, _ size: PixelSize, _ rows: Range<Int>, _ marks: [Bool], _ edge: Int32
  ) {
    let side = WindowCounts.side
    for y in stride(from: rows.lowerBound, through: rows.upperBound - side, by: side) {
      for x in stride(from: 1, through: size.width - 1 - side, by: side) {
        let corner = (y - rows.lowerBound) * size.width + x
        countWindow(plane, x, y, marks[corner...], size.width, edge)
      }
    }
  }

  private mutating func countWindow(
    _ plane: PixelPlane, _ left: Int, _ top: Int, _ marks: ArraySlice<Bool>, _ width: Int,
    _ edge: Int32
  ) {
    let side = WindowCounts.side
    var likeness = Likeness()
    var (peaks, pairs, adjacent) = (0, 0, 0)
    for y in top..<top + side {
      let row = plane.row(y, from: left)
      let (above, below) = (plane.row(y - 1, from: left), plane.row(y + 1, from: left))
      let first = marks.startIndex + (y - top) * width
      for x in 0..<side {
        let p = row[x]
        let (l, r, u, d) = (row[x - 1], row[x + 1], above[x], below[x])
        likeness.addAcross(p, l, r, edge)
        likeness.addDown(p, u, d, edge)
        guard marks[first + x] else { continue }
        peaks += 1
        // One of four pixels suffices, and fewer if there are many.
        if peaks & (peaks > 24 ? 15 : 3) != 1 { continue }
        for other in [l, r, u, d] where squaredDistance(p, other) <= edge {
          pairs += 1
          if colors.areAdjacent(p, other) { adjacent += 1 }
        }
      }
    }
    if likeness.isFlat { return }
    windows.active += 1
    if pairs == 0 { return }
    let strength =
      likeness.strengthOfDiffusion(peaks: Float(peaks) / Float(side * side))
      * smoothStep(0.27, 0.4, Float(adjacent) / Float(pairs))
    if strength <= 0.5 { return }
    windows.diffused += 1
    if likeness.mean < 0.86 { windows.certain += 1 }
  }

  /// Sums how much lighter each pixel is than the 8 x 8 pixels around it, by its position.
  private mutating func fold(
    _ plane: PixelPlane, _ size: PixelSize, _ rows: Range<Int>, _ limit: Int32
  ) {
    let width = size.width
    var columns = [Int32](repeating: 0, count: width)
    func add(_ y: Int, _ sign: Int32) {
      let row = plane.row(y, from: 0)
      for x in 0..<width { columns[x] &+= sign &* Self.luma(row[x]) }
    }
    for y in rows.lowerBound - 4..<rows.lowerBound + 4 { add(y, 1) }
    for y in rows {
      let row = plane.row(y, from: 0)
      var sum = columns[0..<8].reduce(0, +)
      let place = (y & 7) * 8
      for x in 4..<width - 4 {
        let value = Self.luma(row[x]) &* 64 &- sum
        if value <= limit, value >= -limit, row[x] >> 24 != 0 {
          lightness[place + x & 7] += Int(value)
          lightnessCounts[place + x & 7] += 1
          squaredLightness += Double(value) * Double(value)
        }
        sum &+= columns[x + 4] &- columns[x - 4]
      }
      if y + 1 < rows.upperBound {
        add(y + 4, 1)
        add(y - 4, -1)
      }
    }
  }

  @inline(__always)
  private static func luma(_ color: UInt32) -> Int32 {
    Int32((color & 255) * 5 + (color >> 8 & 255) * 9 + (color >> 16 & 255) * 2) >> 4
  }

  /// The amplitude that four in five single pixels do not reach.
  private static func edge(_ amplitudes: [Int]) -> Float {
    let count = amplitudes.reduce(0, +)
    if count == 0 { return 2 }
    var left = count * 8 / 10
    let amplitude = amplitudes.firstIndex {
      left -= $0
      return left <= 0
    }
    return min(110, 1.5 * Float(amplitude ?? 255) + 2)
  }

  /// The result; nil if nothing is certain, and for pixel art.
  package var finding: Dither? {
    if mostColors <= Self.artColors, area <= Self.artArea { return nil }
    let peaks = amplitudes.reduce(0, +)
    let (matrix, correlation, share) = bestMatrix
    let edge = Self.edge(amplitudes)
    if correlation >= 0.7, share >= 0.01, peaks * 50 >= pixelCount {
      return Dither(.ordered(matrix), edge: edge)
    }
    // At least two windows, because in grain hardly any window is certain.
    let isDiffused =
      windows.diffused >= 2 && windows.diffused * 20 >= windows.active
      && windows.certain * 4 >= windows.diffused
    return isDiffused ? Dither(.diffused, edge: edge) : nil
  }

  /// The kind of dither if the frames are known to be dithered; nil if they have no single pixels.
  package var assumption: Dither? {
    if amplitudes.allSatisfy({ $0 == 0 }) { return nil }
    let (matrix, correlation, _) = bestMatrix
    return Dither(correlation >= 0.7 ? .ordered(matrix) : .diffused, edge: Self.edge(amplitudes))
  }

  /// The matrix that lightness follows best, how well it does, and how much of the lightness
  /// depends on position.
  private var bestMatrix: (OrderedMatrix, correlation: Double, share: Double) {
    let means = zip(lightness, lightnessCounts).map { $1 == 0 ? 0 : Double($0) / Double($1) }
    let mean = means.reduce(0, +) / 64
    let variance = means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 64
    var best = (OrderedMatrix.bayer, correlation: 0.0)
    for matrix in OrderedMatrix.variants {
      let correlation = matrix.correlation(with: means)
      if correlation > best.correlation { best = (matrix, correlation) }
    }
    let count = lightnessCounts.reduce(0, +)
    let share = squaredLightness > 0 ? variance * Double(count) / squaredLightness : 0
    return (best.0, best.correlation, share)
  }
}
