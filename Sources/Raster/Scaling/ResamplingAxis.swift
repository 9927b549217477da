/// The source pixels and weights of each output pixel in one row (or column).
///
/// Weights are integers, stored as `Double`: sums of their products stay below 2^53 and are
/// therefore exact, in any order and on every machine. The weights of every output pixel add up to
/// ``total``.
struct ResamplingAxis {
  /// The visible output pixels, which the table covers.
  let outputs: Range<Int>
  /// The sum of the weights of each output pixel.
  let total: Double
  /// The largest number of weights of any output pixel.
  private(set) var maxCount = 1

  /// First source pixel of each output pixel; never decreases.
  private(set) var starts: [Int] = []
  /// One past the last source pixel of each output pixel; never decreases.
  private(set) var ends: [Int] = []
  /// All weights, one output pixel after the other.
  private(set) var weights: [Double] = []
  /// The start of each output pixel in ``weights``.
  private(set) var weightStarts: [Int] = []

  private init(outputs: Range<Int>, total: Double) {
    self.outputs = outputs
    self.total = total
    starts.reserveCapacity(outputs.count)
    ends.reserveCapacity(outputs.count)
    weightStarts.reserveCapacity(outputs.count)
  }

  /// - Parameters:
  ///   - filter: how to scale.
  ///   - old: pixels before, at least 1.
  ///   - new: pixels after, at least 1.
  ///   - outputs: the required output pixels, within `0..<new`.
  init(_ filter: ScaleFilter, from old: Int, to new: Int, outputs: Range<Int>) {
    switch filter {
    case .nearest: self.init(nearestFrom: old, to: new, outputs: outputs)
    // An unchanged side has one weight; the kernels are 0 at all other integer distances.
    case _ where old == new: self.init(nearestFrom: old, to: new, outputs: outputs)
    case .area: self.init(areaFrom: old, to: new, outputs: outputs)
    case .bicubic: self.init(.catmullRom, from: old, to: new, outputs: outputs)
    case .lanczos: self.init(.lanczos3, from: old, to: new, outputs: outputs)
    }
  }

  /// The source pixel at each output pixel's centre; the later one if the centre is between two.
  private init(nearestFrom old: Int, to new: Int, outputs: Range<Int>) {
    self.init(outputs: outputs, total: 1)
    for output in outputs {
      append(start: (2 * output + 1) * old / (2 * new), weights: CollectionOfOne(1))
    }
  }

  /// Exact coverage: the axis is divided into `old * new / gcd` parts; a source pixel has `new /
  /// gcd` of them, an output pixel `old / gcd`, and a weight counts the parts that both share.
  private init(areaFrom old: Int, to new: Int, outputs: Range<Int>) {
    let divisor = greatestCommonDivisor(old, new)
    let (sourceParts, outputParts) = (new / divisor, old / divisor)
    self.init(outputs: outputs, total: Double(outputParts))
    for output in outputs {
      let parts = output * outputParts..<(output + 1) * outputParts
      let start = parts.lowerBound / sourceParts
      let end = (parts.upperBound - 1) / sourceParts + 1
      append(
        start: start,
        weights: (start..<end).lazy.map { source in
          let low = max(parts.lowerBound, source * sourceParts)
          let high = min(parts.upperBound, (source + 1) * sourceParts)
          return Double(high - low)
        })
    }
  }

  /// The two nearest source pixels, weighted in 256ths by the distance of their centres.
  init(bilinearFrom old: Int, to new: Int) {
    self.init(outputs: 0..<new, total: 256)
    for output in outputs {
      // In 256ths of a source pixel, from the centre of the first.
      let center = max(0, min((old - 1) * 256, (2 * output + 1) * old * 128 / new - 128))
      let start = center / 256
      let second = Double(center % 256)
      append(start: start, weights: start == old - 1 ? [256] : [256 - second, second])
    }
  }

  /// Weights of a kernel in units of 2^-17. Pixels beyond the edge have no weight; the others take
  /// over their share. Running sums are rounded, not single weights, so that the sum is exact.
  private init(_ kernel: ResamplingKernel, from old: Int, to new: Int, outputs: Range<Int>) {
    self.init(outputs: outputs, total: 131_072)
    let scale = Double(old) / Double(new)
    let stretch = max(1, scale)
    let radius = kernel.radius * stretch
    var values: [Double] = []
    for output in outputs {
      let center = (Double(output) + 0.5) * scale - 0.5
      let start = max(0, Int((center - radius).rounded(.down)) + 1)
      let end = min(old, Int((center + radius).rounded(.up)))
      values.removeAll(keepingCapacity: true)
      var sum = 0.0
      for source in start..<end {
        let value = kernel.value((Double(source) - center) / stretch)
        values.append(value)
        sum += value
      }
      var running = 0.0
      var rounded = 0.0
      for index in values.indices {
        running += values[index]
        let isLast = index == values.endIndex - 1
        let next = isLast ? total : (running / sum * total).rounded()
        values[index] = next - rounded
        rounded = next
      }
      append(start: start, weights: values)
    }
  }

  private mutating func append(start: Int, weights new: some Collection<Double>) {
    starts.append(start)
    ends.append(start + new.count)
    weightStarts.append(weights.count)
    weights.append(contentsOf: new)
    maxCount = max(maxCount, new.count)
  }

  /// The source pixels of a range of output pixels.
  func sources(of range: Range<Int>) -> Range<Int> {
    guard !range.isEmpty else { return 0..<0 }
    return starts[
      range.lowerBound - outputs.lowerBound]..<ends[range.upperBound - 1 - outputs.lowerBound]
  }

  /// The output pixels that depend on any of a range of source pixels.
  ///
  /// - Complexity: logarithmic in the number of output pixels.
  func outputs(touching sources: Range<Int>) -> Range<Int> {
    let low = firstIndex { ends[$0] > sources.lowerBound }
    let high = firstIndex { starts[$0] >= sources.upperBound }
    guard low < high, !sources.isEmpty else { return 0..<0 }
    return outputs.lowerBound + low..<outputs.lowerBound + high
  }

  /// The first index for which a condition holds, if it also holds for all later ones.
  private func firstIndex(where condition: (Int) -> Bool) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if condition(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

private func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}
