/// Colours that have to be shown, gathered in cells of sRGB, with a weight each.
///
/// A cell remembers the mean of what fell into it, so that dividing space coarsely costs little
/// precision where colours are rare.
final class ColorHistogram {
  /// Bits of red, green and blue that name a cell.
  private static let bits = 5
  private let sums = Plane<Lab>(repeating: .zero, count: 1 << (3 * ColorHistogram.bits))
  /// Cells in the order in which they were first met.
  private var used: [Int32] = []

  /// Forgets everything; the cost is that of what was there.
  func removeAll() {
    for cell in used { sums.base[Int(cell)] = .zero }
    used.removeAll(keepingCapacity: true)
  }

  var isEmpty: Bool { used.isEmpty }

  /// Adds a colour; `pixel` names the cell.
  @inline(__always)
  func add(_ color: Lab, pixel: UInt32, weight: Float) {
    let red = pixel >> 3 & 0x1f
    let green = pixel >> 6 & 0x3e0
    let blue = pixel >> 9 & 0x7c00
    let cell = Int(red | green | blue)
    var sum = sums.base[cell]
    if sum[3] == 0 { used.append(Int32(cell)) }
    var weighted = color * weight
    weighted[3] = weight
    sum += weighted
    sums.base[cell] = sum
  }

  /// The mean of every cell, with its weight in the fourth lane.
  var entries: [Lab] {
    used.map { cell in
      let sum = sums.base[Int(cell)]
      var mean = sum / sum[3]
      mean[3] = sum[3]
      return mean
    }
  }
}
