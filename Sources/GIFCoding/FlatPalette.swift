/// Chooses existing colours for flat content, so that the common ones stay exact.
enum FlatPalette {
  /// Rounds of refining the colours.
  static let rounds = 8

  /// Indices of at most `count` of the points; the fourth lane is their weight.
  static func choose(from points: [Lab], count: Int) -> [Int] {
    guard points.count > count else { return Array(points.indices) }
    let search = NearestColor(seeds(points, count: count).map { points[$0].withoutWeight })
    var members = assign(points, search)
    for _ in 0..<rounds {
      var sums = [Lab](repeating: .zero, count: count)
      for (index, point) in points.enumerated() {
        var weighted = point.withoutWeight * point[3]
        weighted[3] = point[3]
        sums[members[index]] += weighted
      }
      search.set(
        zip(sums, search.colors).map { sum, old in
          sum[3] > 0 ? (sum / sum[3]).withoutWeight : old
        })
      members = assign(points, search)
    }
    return snap(points, members, search.colors)
  }

  /// Starts with the most common colour, then adds the colour with the largest weight times squared
  /// distance from the chosen ones.
  private static func seeds(_ points: [Lab], count: Int) -> [Int] {
    var loss = [Float](repeating: .infinity, count: points.count)
    var next = points.indices.max { points[$0][3] < points[$1][3] }!
    var chosen: [Int] = []
    while chosen.count < count {
      chosen.append(next)
      let color = points[next].withoutWeight
      var largest: Float = -1
      for index in points.indices {
        loss[index] = min(loss[index], points[index].squaredDistance(color))
        let value = loss[index] * points[index][3]
        if value > largest {
          largest = value
          next = index
        }
      }
    }
    return chosen
  }

  private static func assign(_ points: [Lab], _ search: NearestColor) -> [Int] {
    points.map { search.nearest(to: $0).index }
  }

  /// A colour with at least half the weight of its group represents it; otherwise the colour
  /// nearest to the centre does.
  private static func snap(_ points: [Lab], _ members: [Int], _ centers: [Lab]) -> [Int] {
    var weight = [Float](repeating: 0, count: centers.count)
    var heaviest = [Int](repeating: -1, count: centers.count)
    var nearest = [Int](repeating: -1, count: centers.count)
    for (index, group) in members.enumerated() {
      weight[group] += points[index][3]
      if heaviest[group] < 0 || points[index][3] > points[heaviest[group]][3] {
        heaviest[group] = index
      }
      let center = centers[group]
      if nearest[group] < 0
        || points[index].squaredDistance(center) < points[nearest[group]].squaredDistance(center)
      {
        nearest[group] = index
      }
    }
    return centers.indices.compactMap { group in
      guard heaviest[group] >= 0 else { return nil }
      return points[heaviest[group]][3] * 2 >= weight[group] ? heaviest[group] : nearest[group]
    }
  }
}
