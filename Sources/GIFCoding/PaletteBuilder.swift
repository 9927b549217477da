/// Chooses colours for weighted points: divides the points where the variance is largest, then
/// moves each colour to the centre of its points.
struct PaletteBuilder {
  /// Rounds of moving the colours. The first rounds bring nearly all of the gain.
  static let rounds = 4

  /// At most `count` colours for the contents of a histogram. If one colour has most of the weight
  /// of its group, it stays unchanged, so that flat areas stay exact and have no error to diffuse.
  static func colors(for histogram: ColorHistogram, count: Int) -> [Lab] {
    let points = histogram.entries
    let leading = histogram.leading
    let found = colors(for: points, count: count)
    let search = NearestColor(found)
    var weights = [Float](repeating: 0, count: found.count)
    var leaders = [(pixel: UInt32, weight: Float)](repeating: (0, 0), count: found.count)
    for (point, leader) in zip(points, leading) {
      let index = search.nearest(to: point).index
      weights[index] += point[3]
      if leader.weight > leaders[index].weight { leaders[index] = leader }
    }
    let convert = OKLab.Converter()
    return found.indices.map {
      leaders[$0].weight * 2 > weights[$0] ? convert(leaders[$0].pixel) : found[$0]
    }
  }

  /// At most `count` colours for points with their weight in the fourth lane.
  static func colors(for points: [Lab], count: Int) -> [Lab] {
    guard points.count > count else { return points.map(\.withoutWeight) }
    return refine(cut(points, count: count), for: points)
  }

  /// A set of points, with the values that dividing it requires.
  private struct Box {
    var range: Range<Int>
    var mean: Lab
    /// The axis along which the points vary most.
    var axis: Int
    /// The error of the points if one colour represents all of them.
    var error: Float

    init(_ points: [Lab], _ range: Range<Int>) {
      self.range = range
      var weight: Float = 0
      var sum = Lab.zero
      for point in points[range] {
        sum += point.withoutWeight * point[3]
        weight += point[3]
      }
      mean = sum / max(weight, 1e-9)
      var variance = Lab.zero
      for point in points[range] {
        let d = point.withoutWeight - mean
        variance += d * d * point[3]
      }
      axis = variance[0] >= max(variance[1], variance[2]) ? 0 : variance[1] >= variance[2] ? 1 : 2
      error = range.count > 1 ? variance[0] + variance[1] + variance[2] : 0
    }
  }

  private static func cut(_ source: [Lab], count: Int) -> [Lab] {
    var points = source
    var boxes = [Box(points, 0..<points.count)]
    while boxes.count < count {
      var worst = 0
      for index in 1..<boxes.count where boxes[index].error > boxes[worst].error { worst = index }
      let box = boxes[worst]
      guard box.error > 0 else { break }
      // Points on both sides of the mean; if rounding leaves one side empty, the box is not
      // divided.
      var middle = box.range.lowerBound
      for index in box.range where points[index][box.axis] < box.mean[box.axis] {
        points.swapAt(index, middle)
        middle += 1
      }
      guard middle > box.range.lowerBound, middle < box.range.upperBound else {
        boxes[worst].error = 0
        continue
      }
      boxes[worst] = Box(points, box.range.lowerBound..<middle)
      boxes.append(Box(points, middle..<box.range.upperBound))
    }
    return boxes.map(\.mean)
  }

  private static func refine(_ start: [Lab], for points: [Lab]) -> [Lab] {
    let search = NearestColor(start)
    for _ in 0..<rounds {
      var sums = [Lab](repeating: .zero, count: start.count)
      for point in points {
        var weighted = point.withoutWeight * point[3]
        weighted[3] = point[3]
        sums[search.nearest(to: point).index] += weighted
      }
      search.set(
        zip(sums, search.colors).map { sum, old in
          sum[3] > 0 ? (sum / sum[3]).withoutWeight : old
        })
    }
    return search.colors
  }

  /// The weighted mean of squared errors; 0 for no points.
  static func meanError(of points: [Lab], with search: NearestColor) -> Float {
    let weight = points.reduce(0) { $0 + $1[3] }
    return weight > 0 ? error(of: points, with: search) / weight : 0
  }

  /// The weighted sum of squared errors if points are shown in these colours.
  static func error(of points: [Lab], with search: NearestColor) -> Float {
    points.reduce(0) { $0 + search.nearest(to: $1).squaredDistance * $1[3] }
  }
}

extension SIMD4<Float> {
  /// The colour of a weighted point.
  @inline(__always)
  var withoutWeight: Lab {
    var color = self
    color[3] = 0
    return color
  }
}
