/// A few colours with alpha that stand for all colours of pictures.
///
/// Cells of a ``PixelHistogram`` are divided where their colours differ most, then each colour
/// moves to the centre of its cells. A colour that has most of the weight of its cells stays
/// unchanged, so that flat areas stay exact.
package struct PixelPalette: Sendable {
  /// The colours, red in the low byte.
  package let colors: [UInt32]
  private let points: [SIMD4<Float>]

  private static let rounds = 3

  /// - Parameter count: the largest number of colours, 2...256, one of them for transparent pixels
  ///   if there are any.
  package init(_ histogram: PixelHistogram, count: Int) {
    let entries = histogram.entries
    let most = max(1, count - (histogram.hasTransparent ? 1 : 0))
    var colors = Self.chosen(entries, count: most)
    if histogram.hasTransparent { colors.append(0) }
    if colors.isEmpty { colors = [0] }
    self.colors = colors
    points = colors.map(PixelHistogram.color)
  }

  private static func chosen(_ entries: [PixelHistogram.Entry], count: Int) -> [UInt32] {
    var centres = cut(entries, count: count)
    for _ in 0..<rounds {
      var sums = [SIMD4<Float>](repeating: .zero, count: centres.count)
      var weights = [Float](repeating: 0, count: centres.count)
      for entry in entries {
        let index = nearest(to: entry.color, in: centres)
        sums[index] += entry.color * entry.weight
        weights[index] += entry.weight
      }
      for index in centres.indices where weights[index] > 0 {
        centres[index] = sums[index] / weights[index]
      }
    }
    var weights = [Float](repeating: 0, count: centres.count)
    var leaders = [(pixel: UInt32, weight: Float)?](repeating: nil, count: centres.count)
    for entry in entries {
      let index = nearest(to: entry.color, in: centres)
      weights[index] += entry.weight
      if let pixel = entry.pixel, entry.weight > leaders[index]?.weight ?? 0 {
        leaders[index] = (pixel, entry.weight)
      }
    }
    var seen: Set<UInt32> = []
    return centres.indices.compactMap { index in
      guard weights[index] > 0 else { return nil }
      let leader = leaders[index].flatMap { $0.weight * 2 > weights[index] ? $0.pixel : nil }
      let pixel = leader ?? self.pixel(centres[index])
      return seen.insert(pixel).inserted ? pixel : nil
    }
  }

  /// A range of entries that one colour represents.
  private struct Box {
    var range: Range<Int>
    var mean = SIMD4<Float>.zero
    var axis = 0
    /// The weighted sum of squared distances to the mean.
    var error: Float = 0

    init(_ entries: [PixelHistogram.Entry], _ range: Range<Int>) {
      self.range = range
      let weight = entries[range].reduce(Float(0)) { $0 + $1.weight }
      mean = entries[range].reduce(.zero) { $0 + $1.color * $1.weight } / max(weight, 1e-9)
      let variance = entries[range].reduce(SIMD4<Float>.zero) { sum, entry in
        let difference = entry.color - mean
        return sum + difference * difference * entry.weight
      }
      axis = (0..<4).max { variance[$0] < variance[$1] }!
      error = range.count > 1 ? variance.sum() : 0
    }
  }

  private static func cut(_ source: [PixelHistogram.Entry], count: Int) -> [SIMD4<Float>] {
    guard !source.isEmpty else { return [] }
    var entries = source
    var boxes = [Box(entries, entries.indices)]
    while boxes.count < count,
      let worst = boxes.indices.max(by: { boxes[$0].error < boxes[$1].error }),
      boxes[worst].error > 0
    {
      let box = boxes[worst]
      let middle = entries[box.range].partition { $0.color[box.axis] >= box.mean[box.axis] }
      guard middle > box.range.lowerBound, middle < box.range.upperBound else {
        // Rounding leaves one side empty.
        boxes[worst].error = 0
        continue
      }
      boxes[worst] = Box(entries, box.range.lowerBound..<middle)
      boxes.append(Box(entries, middle..<box.range.upperBound))
    }
    return boxes.map(\.mean)
  }

  private static func nearest(to color: SIMD4<Float>, in points: [SIMD4<Float>]) -> Int {
    points.withUnsafeBufferPointer { points in
      var (least, found) = (Float.infinity, 0)
      for index in points.indices {
        let difference = color - points[index]
        let distance = (difference * difference).sum()
        if distance < least { (least, found) = (distance, index) }
      }
      return found
    }
  }

  private static func pixel(_ color: SIMD4<Float>) -> UInt32 {
    func byte(_ share: Float) -> UInt32 { UInt32(max(0, min(255, (share * 255).rounded()))) }
    let alpha = byte(color[3])
    guard alpha > 0 else { return 0 }
    let straight = color / color[3]
    return byte(straight[0]) | byte(straight[1]) << 8 | byte(straight[2]) << 16 | alpha << 24
  }

  /// Replaces pixels by the nearest colours. It keeps its results for reuse; for one thread.
  package struct Mapping {
    private let palette: PixelPalette
    private let pool: PixelBuffer.Pool
    private var known = [UInt32](repeating: 0, count: 1 << 16)
    private var found = [UInt32](repeating: 0, count: 1 << 16)

    package init(_ palette: PixelPalette, size: PixelSize) {
      self.palette = palette
      pool = PixelBuffer.Pool(size: size)
    }

    /// - Complexity: reads every pixel once, and compares each new colour with the palette.
    package mutating func callAsFunction(_ pixels: PixelBuffer) -> PixelBuffer {
      let target = pool.take()
      let (from, to) = (PixelPlane(pixels), PixelPlane(target))
      for y in 0..<pixels.size.height {
        let (source, row) = (from.row(y, from: 0), to.row(y, from: 0))
        for x in 0..<pixels.size.width { row[x] = nearest(source[x].littleEndian).littleEndian }
      }
      return target
    }

    private mutating func nearest(_ pixel: UInt32) -> UInt32 {
      if pixel >> 24 == 0 { return 0 }
      let place = Int((pixel &* 0x9E37_79B1) >> 16)
      if known[place] == pixel { return found[place] }
      let index = PixelPalette.nearest(to: PixelHistogram.color(pixel), in: palette.points)
      (known[place], found[place]) = (pixel, palette.colors[index])
      return found[place]
    }
  }
}
