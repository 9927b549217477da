/// Scales by weighted sums, first along rows, then along columns, in premultiplied alpha.
///
/// Sums are exact whole numbers (``ResamplingAxis``): colour times alpha has 16 bits, the weights
/// of both axes at most 18 each with the overshoot of negative ones, together below 2^53. Only the
/// last division rounds: to nearest, with exact halves according to ``Halves``. Therefore the
/// result depends only on the pixels, and drawing a part gives the same bytes as drawing
/// everything.
///
/// The picture is drawn in strips of columns, narrow enough that the horizontally summed rows stay
/// in the nearest cache; memory does not grow with the picture.
package final class Resampler: PictureScaler {
  /// How exact halves of a colour are rounded.
  package enum Halves {
    case even, up
  }

  package let prefersWholeRects = true

  private let columns: ResamplingAxis
  private let rows: ResamplingAxis
  /// The largest number of output pixels in a row of a strip.
  private let stripWidth: Int
  /// The number of summed rows to keep: the number that two neighbouring output rows share.
  private let keptRows: Int
  private let halves: Halves
  private let scratch: Scratch

  /// - Parameters:
  ///   - filter: any filter except nearest.
  ///   - visible: the visible part of the scaled picture.
  package convenience init(
    _ filter: ScaleFilter, from old: PixelSize, to new: PixelSize, visible: PixelRect,
    halves: Halves = .even
  ) {
    let columns = ResamplingAxis(
      filter, from: old.width, to: new.width, outputs: visible.x..<visible.maxX)
    let rows = ResamplingAxis(
      filter, from: old.height, to: new.height, outputs: visible.y..<visible.maxY)
    // Boxes share at most one row; two are kept, so that two rows can be added at a time.
    self.init(
      columns: columns, rows: rows, oldWidth: old.width, newWidth: new.width,
      keptRows: filter == .area ? 2 : max(2, rows.maxCount), halves: halves)
  }

  /// Enlarges by weighting the four nearest pixels, to unify pictures of several sizes in one
  /// folder. Exact halves are rounded up.
  package convenience init(bilinearFrom old: PixelSize, to new: PixelSize) {
    self.init(
      columns: ResamplingAxis(bilinearFrom: old.width, to: new.width),
      rows: ResamplingAxis(bilinearFrom: old.height, to: new.height),
      oldWidth: old.width, newWidth: new.width, keptRows: 2, halves: .up)
  }

  private init(
    columns: ResamplingAxis, rows: ResamplingAxis, oldWidth: Int, newWidth: Int, keptRows: Int,
    halves: Halves
  ) {
    self.columns = columns
    self.rows = rows
    self.keptRows = keptRows
    self.halves = halves
    stripWidth = max(16, min(128, 512 * newWidth / oldWidth))
    let stripSources = (stripWidth * oldWidth + newWidth - 1) / newWidth + columns.maxCount + 1
    scratch = Scratch(
      sources: min(oldWidth, stripSources), keptRows: keptRows, stripWidth: stripWidth)
  }

  package func outputs(touching rect: PixelRect) -> PixelRect {
    PixelRect(
      columns: columns.outputs(touching: rect.x..<rect.maxX),
      rows: rows.outputs(touching: rect.y..<rect.maxY))
  }

  package func draw(_ rect: PixelRect, from source: PixelPlane, to target: PixelPlane) {
    for x in stride(from: rect.x, to: rect.maxX, by: stripWidth) {
      let width = min(stripWidth, rect.maxX - x)
      drawStrip(
        PixelRect(x: x, y: rect.y, width: width, height: rect.height), from: source, to: target)
    }
  }

  private func drawStrip(_ rect: PixelRect, from source: PixelPlane, to target: PixelPlane) {
    scratch.rowInSlot.update(repeating: -1, count: keptRows)
    let total = columns.total * rows.total
    let sums = scratch.sums
    for y in rect.y..<rect.maxY {
      let entry = y - rows.outputs.lowerBound
      let start = rows.starts[entry]
      let count = rows.ends[entry] - start
      let weightStart = rows.weightStarts[entry]
      var tap = 0
      while tap < count {
        let first = summedRow(start + tap, of: rect, from: source)
        let firstWeight = rows.weights[weightStart + tap]
        if tap + 1 < count {
          let second = summedRow(start + tap + 1, of: rect, from: source)
          let secondWeight = rows.weights[weightStart + tap + 1]
          if tap == 0 {
            for x in 0..<rect.width {
              sums[x] = first[x] * firstWeight + second[x] * secondWeight
            }
          } else {
            for x in 0..<rect.width {
              sums[x] += first[x] * firstWeight + second[x] * secondWeight
            }
          }
        } else if tap == 0 {
          for x in 0..<rect.width { sums[x] = first[x] * firstWeight }
        } else {
          for x in 0..<rect.width { sums[x] += first[x] * firstWeight }
        }
        tap += 2
      }
      let pixels = target.row(y, from: rect.x)
      switch halves {
      case .even:
        for x in 0..<rect.width { pixels[x] = straightPixel(sums[x], total: total) }
      case .up:
        for x in 0..<rect.width { pixels[x] = straightPixel(sums[x], total: total, halves: .up) }
      }
    }
  }

  /// The weighted sums of one source row for the columns of `rect`, kept from before or computed
  /// now.
  private func summedRow(
    _ y: Int, of rect: PixelRect, from source: PixelPlane
  ) -> UnsafeMutablePointer<SIMD4<Double>> {
    let slot = y % keptRows
    let result = scratch.rows + slot * stripWidth
    if scratch.rowInSlot[slot] == y { return result }
    scratch.rowInSlot[slot] = y

    let range = columns.sources(of: rect.x..<rect.maxX)
    let pixels = source.row(y, from: range.lowerBound)
    let premultiplied = scratch.premultiplied
    for x in 0..<range.count { premultiplied[x] = premultipliedPixel(pixels[x]) }

    let entry = rect.x - columns.outputs.lowerBound
    columns.starts.withUnsafeBufferPointer { starts in
      columns.ends.withUnsafeBufferPointer { ends in
        columns.weightStarts.withUnsafeBufferPointer { weightStarts in
          columns.weights.withUnsafeBufferPointer { weights in
            for x in 0..<rect.width {
              let start = starts[entry &+ x]
              let taps = premultiplied + (start &- range.lowerBound)
              let tapWeights = weights.baseAddress! + weightStarts[entry &+ x]
              var sum = taps[0] * tapWeights[0]
              var tap = 1
              let count = ends[entry &+ x] &- start
              while tap < count {
                sum += taps[tap] * tapWeights[tap]
                tap &+= 1
              }
              result[x] = sum
            }
          }
        }
      }
    }
    return result
  }
}

extension Resampler {
  /// Memory for one strip.
  private final class Scratch {
    /// Source pixels of one row: red, green and blue times alpha, and alpha.
    let premultiplied: UnsafeMutablePointer<SIMD4<Double>>
    /// Horizontally summed rows.
    let rows: UnsafeMutablePointer<SIMD4<Double>>
    /// The source row in each of ``rows``; -1 for none.
    let rowInSlot: UnsafeMutablePointer<Int>
    /// One output row.
    let sums: UnsafeMutablePointer<SIMD4<Double>>

    init(sources: Int, keptRows: Int, stripWidth: Int) {
      premultiplied = .allocate(capacity: sources)
      rows = .allocate(capacity: keptRows * stripWidth)
      rowInSlot = .allocate(capacity: keptRows)
      sums = .allocate(capacity: stripWidth)
    }

    deinit {
      premultiplied.deallocate()
      rows.deallocate()
      rowInSlot.deallocate()
      sums.deallocate()
    }
  }
}

@inline(__always)
private func premultipliedPixel(_ word: UInt32) -> SIMD4<Double> {
  let bytes = SIMD4<Int32>(truncatingIfNeeded: unsafeBitCast(word, to: SIMD4<UInt8>.self))
  let values = SIMD4<Double>(bytes)
  let alpha = values.w
  return values * SIMD4(alpha, alpha, alpha, 1)
}

/// Straight alpha from weighted sums. Colour is the sum of colour times alpha divided by the sum of
/// alpha, so a flat colour does not change at edges.
@inline(__always)
private func straightPixel(
  _ sums: SIMD4<Double>, total: Double, halves: Resampler.Halves = .even
) -> UInt32 {
  let alpha = sums.w
  if alpha <= 0 { return 0 }
  var values = sums / SIMD4(alpha, alpha, alpha, total)
  values.replace(with: 0, where: values .< 0)
  values.replace(with: 255, where: values .> 255)
  // Adding 2^52 leaves no bits for the fraction: rounds to nearest, halves to even.
  var rounded = values + 0x1p52
  if halves == .up {
    rounded.replace(with: rounded + 1, where: values - (rounded - 0x1p52) .== 0.5)
  }
  let bits = unsafeBitCast(rounded, to: SIMD4<UInt64>.self)
  let word = unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: bits), to: UInt32.self)
  return word > 0x00FF_FFFF ? word : 0
}
