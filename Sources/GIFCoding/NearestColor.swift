/// A palette arranged for computing eight distances at once.
///
/// For at most 256 colours, checking all of them is faster than searching a tree.
final class NearestColor {
  private(set) var colors: [Lab] = []
  private let lightness = Plane<SIMD8<Float>>(repeating: .init(repeating: 1e9), count: 32)
  private let green = Plane<SIMD8<Float>>(repeating: .zero, count: 32)
  private let blue = Plane<SIMD8<Float>>(repeating: .zero, count: 32)
  /// The results of ``distances(to:)``.
  let squared = Plane<SIMD8<Float>>(repeating: .init(repeating: 1e18), count: 32)
  /// Groups of eight that hold colours.
  private(set) var groupCount = 0

  init(_ colors: [Lab] = []) { set(colors) }

  func set(_ colors: [Lab]) {
    self.colors = colors
    groupCount = (colors.count + 7) / 8
    for group in 0..<groupCount {
      for lane in 0..<8 {
        let index = group * 8 + lane
        lightness.base[group][lane] = index < colors.count ? colors[index][0] : 1e9
        green.base[group][lane] = index < colors.count ? colors[index][1] : 0
        blue.base[group][lane] = index < colors.count ? colors[index][2] : 0
      }
    }
  }

  @inline(__always)
  private func distance(_ group: Int, _ color: Lab) -> SIMD8<Float> {
    let l = lightness.base[group] - color[0]
    let a = green.base[group] - color[1]
    let b = blue.base[group] - color[2]
    return l * l + a * a + b * b
  }

  /// Writes the squared distances to every colour into ``squared``, and returns the smallest.
  @inline(__always)
  func distances(to color: Lab) -> Float {
    var least = SIMD8<Float>(repeating: 1e18)
    for group in 0..<groupCount {
      let d = distance(group, color)
      squared.base[group] = d
      least.replace(with: d, where: d .< least)
    }
    return least.leastLane
  }

  /// The nearest colour and its squared distance; the first of equal ones.
  @inline(__always)
  func nearest(to color: Lab) -> (index: Int, squaredDistance: Float) {
    var least = SIMD8<Float>(repeating: 1e18)
    var groups = SIMD8<Int32>(repeating: 0)
    for group in 0..<groupCount {
      let d = distance(group, color)
      let closer = d .< least
      least.replace(with: d, where: closer)
      groups.replace(with: SIMD8(repeating: Int32(group)), where: closer)
    }
    let minimum = least.leastLane
    var index = Int.max
    for lane in 0..<8 where least[lane] == minimum {
      index = min(index, Int(groups[lane]) * 8 + lane)
    }
    return (index, minimum)
  }
}

extension SIMD8<Float> {
  /// The smallest lane. The standard library's `min()` compares one lane after another.
  @inline(__always)
  var leastLane: Float {
    var four = lowHalf
    four.replace(with: highHalf, where: highHalf .< four)
    var two = four.lowHalf
    two.replace(with: four.highHalf, where: four.highHalf .< two)
    return two[0] < two[1] ? two[0] : two[1]
  }
}
