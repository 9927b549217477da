internal import Stages

/// Draws pictures without their dither: each pixel becomes a mean of its neighbours that differ
/// from it by no more than dither does, so that edges stay.
///
/// The result at a position depends only on pixels up to ``reach`` away, so parts of a picture can
/// be drawn again when they change. For one thread at a time.
package final class DitherFilter {
  package let dither: Dither
  /// The distance in pixels up to which a changed pixel can change others.
  package let reach: Int

  private let canvas: PixelSize
  private let area: WorkArea
  private let matrix: [SIMD4<Float>]

  package init(_ dither: Dither, canvas: PixelSize) {
    self.dither = dither
    self.canvas = canvas
    switch dither.pattern {
    case .ordered(let matrix):
      reach = 32
      self.matrix = matrix.groups
    case .diffused:
      reach = 24
      matrix = []
    }
    area = WorkArea(canvas: canvas, margin: reach)
  }

  /// Draws a part of the canvas; transparency does not change.
  ///
  /// - Parameters:
  ///   - picture: the whole canvas; its memory differs from `target`.
  /// - Complexity: about 200 ns per pixel where there is dither, 30 ns elsewhere; memory for at
  ///   most ``WorkArea/mostBytes``.
  package func draw(_ rect: PixelRect, from picture: PixelBuffer, to target: PixelBuffer) {
    for y in stride(from: rect.y, to: rect.maxY, by: WorkArea.mostHeight) {
      for x in stride(from: rect.x, to: rect.maxX, by: WorkArea.mostWidth) {
        let part = PixelRect(
          x: x, y: y, width: min(WorkArea.mostWidth, rect.maxX - x),
          height: min(WorkArea.mostHeight, rect.maxY - y))
        drawPart(part, from: PixelPlane(picture), to: PixelPlane(target))
      }
    }
  }

  private func drawPart(_ part: PixelRect, from picture: PixelPlane, to target: PixelPlane) {
    for y in part.y..<part.maxY {
      target.row(y, from: part.x)
        .update(from: picture.row(y, from: part.x), count: part.width)
    }
    area.load(part, from: picture, canvas: canvas)
    let cells = DitherCells(dither, area)
    if !cells.isAny { return }
    let results = cells.near(by: 1)
    if !matrix.isEmpty { subtractPattern(cells, results) }
    findMeans(cells, cells.near(by: 2))
    findResults(cells, results)
    blend(cells, results, part, to: target)
  }

  /// Subtracts an ordered dither from the source.
  private func subtractPattern(_ cells: DitherCells, _ wanted: [Bool]) {
    for y in 4..<area.height - 4 {
      let row = CellRow(cells, y)
      for column in 1..<cells.columns - 1
      where wanted[y / 4 * cells.columns + column] {
        let place = y * area.stride + column * 4
        let threshold = matrix[(y & 7) * 2 + column & 1]
        var pixels = area.source[place]
        pixels.red -= row.amplitude(column, 0) * threshold
        pixels.green -= row.amplitude(column, 1) * threshold
        pixels.blue -= row.amplitude(column, 2) * threshold
        area.source[place] = pixels
      }
    }
  }

  /// A pixel that contributes to a mean.
  private struct Tap {
    let offset: Int
    let weight: SIMD4<Float>
  }

  /// The pixels in a circle, with Gaussian weights that fall by `base` for each squared pixel.
  private func taps(radius: Int, squaredRadius: Int, base: Float) -> [Tap] {
    (-radius...radius).flatMap { y in
      (-radius...radius).compactMap { x in
        let square = x * x + y * y
        if square > squaredRadius { return nil }
        let weight = (0..<square).reduce(Float(1)) { weight, _ in weight * base }
        return Tap(offset: y * area.stride + x, weight: SIMD4(repeating: weight))
      }
    }
  }

  /// Means of 5 x 5 pixels, with a deviation of 1.5.
  private func findMeans(_ cells: DitherCells, _ wanted: [Bool]) {
    let taps = taps(radius: 2, squaredRadius: 8, base: 0.800737)
    let source = area.source
    let zero = SIMD4<Float>(repeating: 0)
    for y in area.margin - 8..<area.height - area.margin + 8 {
      let row = CellRow(cells, y)
      for column in (area.margin - 8) / 4..<cells.columns - (area.margin - 8) / 4 {
        let place = y * area.stride + column * 4
        let pixel = source[place]
        guard wanted[y / 4 * cells.columns + column] else {
          area.guide[place] = pixel
          continue
        }
        let tolerance = row.tolerance(column)
        let limit = tolerance * tolerance
        var sum = PixelGroup.zero
        var weights = zero
        taps.withUnsafeBufferPointer { taps in
          for tap in taps {
            let other = source[place + tap.offset]
            let weight = zero.replacing(
              with: tap.weight, where: pixel.squaredDistance(other) .<= limit)
            weights += weight
            sum.add(other, times: weight)
          }
        }
        area.guide[place] = sum.scaled(by: 1 / weights)
      }
    }
  }

  /// Means of 49 pixels, with a deviation of 2.6 pixels, of the pixels whose own means are near.
  private func findResults(_ cells: DitherCells, _ wanted: [Bool]) {
    let taps = taps(radius: 4, squaredRadius: 16, base: 0.928709)
    let source = area.source
    let guide = area.guide
    let zero = SIMD4<Float>(repeating: 0)
    for y in area.margin - 4..<area.height - area.margin + 4 {
      let row = CellRow(cells, y)
      for column in area.margin / 4 - 1..<cells.columns - area.margin / 4 + 1 {
        let place = y * area.stride + column * 4
        guard wanted[y / 4 * cells.columns + column] else {
          area.rest[place] = .zero
          continue
        }
        let pixel = source[place]
        let mean = guide[place]
        let tolerance = row.tolerance(column)
        let limit = tolerance * tolerance
        let detail = row.detail(column) * tolerance
        let sharpness = 1 / (6 * detail * detail + 1e-6)
        var sum = PixelGroup.zero
        var weights = zero
        taps.withUnsafeBufferPointer { taps in
          for tap in taps {
            let other = source[place + tap.offset]
            var nearness = 1 - mean.squaredDistance(guide[place + tap.offset]) * sharpness
            nearness.replace(with: zero, where: nearness .< zero)
            let weight = zero.replacing(
              with: tap.weight * nearness * nearness,
              where: pixel.squaredDistance(other) .<= limit)
            weights += weight
            sum.add(other, times: weight)
          }
        }
        let result = sum.scaled(by: 1 / weights)
        area.rest[place] = PixelGroup(
          red: pixel.red - result.red, green: pixel.green - result.green,
          blue: pixel.blue - result.blue)
      }
    }
  }

  /// Applies the results in proportion to the certainty of dither. Smooth parts of the removed
  /// difference were not dither and are restored.
  private func blend(
    _ cells: DitherCells, _ wanted: [Bool], _ part: PixelRect, to target: PixelPlane
  ) {
    // 1 4 6 4 1 both ways.
    let binomial: [Float] = [1, 4, 6, 4, 1]
    let taps = (0..<25).map { index in
      Tap(
        offset: (index / 5 - 2) * area.stride + index % 5 - 2,
        weight: SIMD4(repeating: binomial[index / 5] * binomial[index % 5] / 256))
    }
    for y in part.y - area.y..<part.maxY - area.y {
      let row = CellRow(cells, y)
      let output = target.row(y + area.y, from: 0)
      for column in (part.x - area.x) / 4..<(part.maxX - area.x + 3) / 4
      where wanted[y / 4 * cells.columns + column] {
        let place = y * area.stride + column * 4
        var smooth = PixelGroup.zero
        taps.withUnsafeBufferPointer { taps in
          for tap in taps { smooth.add(area.rest[place + tap.offset], times: tap.weight) }
        }
        let energy = smooth.squaredDistance(.zero)
        let noise = row.tolerance(column) * 0.3
        let gain = energy / (energy + noise * noise + 1e-6)
        let source = area.source[place]
        let rest = area.rest[place]
        let strength = row.strength(column)
        let red = source.red - rest.red + smooth.red * gain
        let green = source.green - rest.green + smooth.green * gain
        let blue = source.blue - rest.blue + smooth.blue * gain
        for lane in 0..<4 {
          let x = area.x + column * 4 + lane
          if x < part.x || x >= part.maxX || output[x] >> 24 == 0 || strength[lane] == 0 {
            continue
          }
          let old = output[x]
          output[x] =
            Self.mix(old & 255, red[lane], strength[lane])
            | Self.mix(old >> 8 & 255, green[lane], strength[lane]) << 8
            | Self.mix(old >> 16 & 255, blue[lane], strength[lane]) << 16 | old & 0xFF00_0000
        }
      }
    }
  }

  @inline(__always)
  private static func mix(_ old: UInt32, _ new: Float, _ strength: Float) -> UInt32 {
    let old = Float(old)
    return UInt32(min(max(old + (new - old) * strength + 0.5, 0), 255))
  }
}
