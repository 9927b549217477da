internal import Raster

/// A picture reduced to 64 x 36 cells of YCbCr of limited range, each the mean of its pixels, with
/// a histogram of their values.
struct FrameSketch: Sendable {
  static let columns = 64
  static let rows = 36
  static let count = columns * rows

  let luma: [UInt8]
  private let blue: [UInt8]
  private let red: [UInt8]
  /// For luma, blue and red each: the shares of 32 ranges of values, smoothed over neighbouring
  /// ranges.
  private let shares: [Float]
  /// The standard deviation of luma.
  let contrast: Double

  private static let ranges = 32

  /// - Complexity: reads every pixel once, or the stored samples if the picture has them.
  init(_ picture: PixelBuffer) {
    if let plain = picture.plain {
      let half = PixelSize(width: (plain.size.width + 1) / 2, height: (plain.size.height + 1) / 2)
      self.init(
        luma: plain.luma.withUnsafeBufferPointer { Self.cells($0.baseAddress!, 1, plain.size) },
        blue: plain.blue.withUnsafeBufferPointer { Self.cells($0.baseAddress!, 1, half) },
        red: plain.red.withUnsafeBufferPointer { Self.cells($0.baseAddress!, 1, half) })
    } else {
      let channels = (0..<3).map { Self.cells(picture.base + $0, 4, picture.size) }
      func sum(_ weights: (Int, Int, Int), _ zero: Int) -> [UInt8] {
        (0..<Self.count).map { (cell: Int) -> UInt8 in
          let sum: Int =
            weights.0 * Int(channels[0][cell]) + weights.1 * Int(channels[1][cell])
            + weights.2 * Int(channels[2][cell])
          return UInt8(clamping: zero + (sum + 5000) / 10_000)
        }
      }
      // ITU-R BT.709.
      self.init(
        luma: sum((1826, 6142, 620), 16), blue: sum((-1006, -3386, 4392), 128),
        red: sum((4392, -3989, -403), 128))
    }
  }

  private init(luma: [UInt8], blue: [UInt8], red: [UInt8]) {
    self.luma = luma
    self.blue = blue
    self.red = red
    shares = Self.shares(of: luma) + Self.shares(of: blue) + Self.shares(of: red)
    var (sum, squares) = (0, 0)
    for value in luma {
      sum &+= Int(value)
      squares &+= Int(value) &* Int(value)
    }
    let mean = Double(sum) / Double(Self.count)
    contrast = max(0, Double(squares) / Double(Self.count) - mean * mean).squareRoot()
  }

  private static func cells(
    _ samples: UnsafePointer<UInt8>, _ step: Int, _ size: PixelSize
  ) -> [UInt8] {
    cellMeans(of: samples, step: step, size, across: columns, down: rows)
  }

  private static func shares(of values: [UInt8]) -> [Float] {
    var counts = [Int](repeating: 0, count: ranges)
    for value in values { counts[Int(value) &* ranges &>> 8] &+= 1 }
    let weighed = (0..<ranges).map { (place: Int) -> Int in
      let before: Int = counts[max(0, place - 1)]
      let after: Int = counts[min(ranges - 1, place + 1)]
      return before + 2 * counts[place] + after
    }
    let total: Int = weighed.reduce(0, +)
    return weighed.map { Float($0) / Float(total) }
  }
}

/// Compares two pictures.
extension FrameSketch {
  /// The difference between two pictures, by their values and the positions of these values. 0 for
  /// equal pictures, usually below 4.
  func difference(from other: FrameSketch) -> Double {
    let values: Double =
      unequalShare(0, other) / 2
      + (unequalShare(1, other) + unequalShare(2, other)) / 4
    let chroma: Double = Self.mean(blue, other.blue) + Self.mean(red, other.red)
    let places: Double = lumaDifference(from: other) + chroma / 2
    return values + places / 255 * 4
  }

  /// The share of a channel's values that another picture lacks, from 0 to 1.
  private func unequalShare(_ channel: Int, _ other: FrameSketch) -> Double {
    var sum: Float = 0
    let first: Int = channel * Self.ranges
    for place in first..<first + Self.ranges {
      let one: Float = shares[place]
      let two: Float = other.shares[place]
      sum += one > two ? one - two : two - one
    }
    return Double(sum) / 2
  }

  /// The mean difference of luma.
  func lumaDifference(from other: FrameSketch) -> Double { Self.mean(luma, other.luma) }

  /// The largest difference in luma of any cell.
  func largestDifference(from other: FrameSketch) -> Int {
    var largest = 0
    luma.withUnsafeBufferPointer { one in
      other.luma.withUnsafeBufferPointer { two in
        for cell in 0..<Self.count { largest = max(largest, abs(Int(one[cell]) &- Int(two[cell]))) }
      }
    }
    return largest
  }

  /// The median difference in luma of all cells, interpolated as if values were spread evenly
  /// between whole numbers. Movement in a part of the picture does not change it, but noise does.
  func usualDifference(from other: FrameSketch) -> Double {
    var counts = [Int](repeating: 0, count: 256)
    for cell in 0..<Self.count { counts[abs(Int(luma[cell]) &- Int(other.luma[cell]))] += 1 }
    let whole = counts.indexOfMedian
    let below = counts[..<whole].reduce(0, +)
    let part = (Double(Self.count) / 2 - Double(below)) / Double(counts[whole])
    return max(0, Double(whole) - 0.5 + part)
  }

  private static func mean(_ one: [UInt8], _ two: [UInt8]) -> Double {
    var sum = 0
    one.withUnsafeBufferPointer { one in
      two.withUnsafeBufferPointer { two in
        for cell in 0..<count { sum &+= abs(Int(one[cell]) &- Int(two[cell])) }
      }
    }
    return Double(sum) / Double(count)
  }
}

extension [Int] {
  /// The median of a histogram: each element is the number of times that its index occurs.
  var indexOfMedian: Int {
    let half = reduce(0, +) / 2
    var sum = 0
    return firstIndex { count in
      sum += count
      return sum > half
    } ?? 0
  }
}
