/// A set of weighted colours for a palette.
///
/// While there are few colours, each is kept separately, because the fine shades of a screen or a
/// drawing must not merge. From ``exactLimit`` on, they are collected in cells of sRGB. A cell
/// keeps the mean of its colours, so that coarse cells lose little precision where colours are
/// rare, and the colour with more than half of its weight, if there is one (Boyer and Moore's vote,
/// 1981).
final class ColorHistogram {
  /// The number of different colours at which they start to be collected in cells.
  static let exactLimit = 8192
  /// The number of bits of red, green and blue that identify a cell.
  private static let bits = 5
  /// The number of bits that identify a place in the table of single colours.
  private static let hashBits = 14

  private let sums = Plane<Lab>(repeating: .zero, count: 1 << (3 * ColorHistogram.bits))
  /// The leading colour in the vote of each cell, and its lead.
  private let leaders = Plane<UInt32>(repeating: 0, count: 1 << (3 * ColorHistogram.bits))
  private let leads = Plane<Float>(repeating: 0, count: 1 << (3 * ColorHistogram.bits))
  /// Cells in the order in which they were first met.
  private var used: [Int32] = []

  private let exactSums = Plane<Lab>(repeating: .zero, count: 1 << ColorHistogram.hashBits)
  private let exactPixels = Plane<UInt32>(repeating: 0, count: 1 << ColorHistogram.hashBits)
  private var exactUsed: [Int32] = []
  private var isExact = true

  /// Removes all colours; the cost depends on the number of colours present.
  func removeAll() {
    for cell in used { sums.base[Int(cell)] = .zero }
    used.removeAll(keepingCapacity: true)
    forgetExact()
    isExact = true
  }

  private func forgetExact() {
    for place in exactUsed { exactSums.base[Int(place)] = .zero }
    exactUsed.removeAll(keepingCapacity: true)
  }

  /// Adds a colour; `pixel` identifies its place.
  @inline(__always)
  func add(_ color: Lab, pixel: UInt32, weight: Float) {
    var weighted = color * weight
    weighted[3] = weight
    if isExact { addExactly(weighted, pixel: pixel) } else { gather(weighted, pixel: pixel) }
  }

  private func addExactly(_ weighted: Lab, pixel: UInt32) {
    let mask = 1 << Self.hashBits - 1
    var place = Int((pixel &* 0x9e37_79b1) &>> UInt32(32 - Self.hashBits))
    while exactSums.base[place][3] > 0, exactPixels.base[place] != pixel {
      place = (place + 1) & mask
    }
    if exactSums.base[place][3] == 0 {
      guard exactUsed.count < Self.exactLimit else {
        gatherAll()
        return gather(weighted, pixel: pixel)
      }
      exactUsed.append(Int32(place))
      exactPixels.base[place] = pixel
    }
    exactSums.base[place] += weighted
  }

  /// Moves the single colours to their cells.
  private func gatherAll() {
    isExact = false
    for place in exactUsed {
      gather(exactSums.base[Int(place)], pixel: exactPixels.base[Int(place)])
    }
    forgetExact()
  }

  @inline(__always)
  private func gather(_ weighted: Lab, pixel: UInt32) {
    let red = pixel >> 3 & 0x1f
    let green = pixel >> 6 & 0x3e0
    let blue = pixel >> 9 & 0x7c00
    let cell = Int(red | green | blue)
    let weight = weighted[3]
    var sum = sums.base[cell]
    if sum[3] == 0 {
      used.append(Int32(cell))
      leads.base[cell] = 0
    }
    if leaders.base[cell] == pixel {
      leads.base[cell] += weight
    } else if leads.base[cell] > weight {
      leads.base[cell] -= weight
    } else {
      leaders.base[cell] = pixel
      leads.base[cell] = weight - leads.base[cell]
    }
    sum += weighted
    sums.base[cell] = sum
  }

  /// The mean of every colour or cell, with its weight in the fourth lane.
  var entries: [Lab] {
    func mean(_ sum: Lab) -> Lab {
      var mean = sum / sum[3]
      mean[3] = sum[3]
      return mean
    }
    return isExact
      ? exactUsed.map { mean(exactSums.base[Int($0)]) } : used.map { mean(sums.base[Int($0)]) }
  }

  /// The leading colour in each of ``entries``, with its lead as weight.
  var leading: [(pixel: UInt32, weight: Float)] {
    isExact
      ? exactUsed.map { (exactPixels.base[Int($0)], exactSums.base[Int($0)][3]) }
      : used.map { (leaders.base[Int($0)], leads.base[Int($0)]) }
  }
}
