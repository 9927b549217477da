internal import CFFmpeg
internal import CPixels

/// Converts 8-bit YCbCr pictures to 8-bit RGBA of the same size: the same bytes as `swscale` with
/// ``ScalerContext``, in a third of the time. For one thread at a time.
///
/// Chroma is enlarged with bicubic weights (Mitchell and Netravali's family with B = 0, C = 0.6),
/// to 15 bits along rows and then to 17 bits between rows.
final class YCbCrConverter {
  /// The layout of chroma.
  enum Chroma { case full, halfWidth, halfSize }

  /// Below this size, `swscale` uses fewer weights.
  private static let leastSide = 16

  private let width: Int
  private let height: Int
  private let chroma: Chroma
  private var matrix: animconv_ycbcr_matrix
  /// Weights of samples along a row; nil if chroma is as wide as luma.
  private let along: Doubling?
  /// Weights of rows; nil if chroma is as high as luma.
  private let between: Doubling?
  /// Samples in ``wide`` from row to row: an even number where chroma is half as wide.
  private let wideCount: Int
  /// Rows of chroma at the full width: four of Cb, then four of Cr.
  private let wide: UnsafeMutablePointer<Int16>

  /// - Parameters:
  ///   - width: in pixels.
  ///   - height: in pixels.
  /// - Returns: nil for small sizes.
  init?(
    width: Int, height: Int, chroma: Chroma, matrix: YCbCrMatrix, isFullRange: Bool
  ) {
    if chroma != .full, width < Self.leastSide { return nil }
    if chroma == .halfSize, height < Self.leastSide { return nil }
    self.width = width
    self.height = height
    self.chroma = chroma
    self.matrix = Self.factors(matrix, isFullRange: isFullRange)
    // The last sample of an odd side belongs to one pixel.
    along = chroma == .full ? nil : Doubling((width + 1) / 2, one: 1 << 14)
    between = chroma == .halfSize ? Doubling((height + 1) / 2, one: 1 << 12) : nil
    wideCount = along?.places ?? width
    wide = .allocate(capacity: 8 * wideCount)
  }

  deinit { wide.deallocate() }

  /// - Parameters:
  ///   - planes: luma, Cb and Cr.
  ///   - strides: bytes from row to row of each.
  ///   - target: memory for all rows, without padding.
  func convert(
    _ planes: [UnsafePointer<UInt8>], strides: [Int], into target: UnsafeMutablePointer<UInt32>
  ) {
    let chromaRows = chroma == .halfSize ? (height + 1) / 2 : height
    var cb = [UnsafePointer<Int16>?](repeating: nil, count: 4)
    var cr = cb
    var widened = 0
    for y in 0..<height {
      let weights = between?[y] ?? Weights(first: y, values: (1 << 12, 0, 0, 0))
      let last = min(weights.first + 3, chromaRows - 1)
      while widened <= last {
        widen(planes[1] + widened * strides[1], into: wideRow(widened, plane: 0))
        widen(planes[2] + widened * strides[2], into: wideRow(widened, plane: 1))
        widened += 1
      }
      for index in 0..<4 {
        let row = min(weights.first + index, last)
        cb[index] = UnsafePointer(wideRow(row, plane: 0))
        cr[index] = UnsafePointer(wideRow(row, plane: 1))
      }
      weights.withUnsafeValues { values in
        animconv_rgba_of_ycbcr(
          planes[0] + y * strides[0], cb, cr, values, &matrix, width, target + y * width)
      }
    }
  }

  private func wideRow(_ row: Int, plane: Int) -> UnsafeMutablePointer<Int16> {
    wide + (plane * 4 + row % 4) * wideCount
  }

  private func widen(_ samples: UnsafePointer<UInt8>, into row: UnsafeMutablePointer<Int16>) {
    guard let along else {
      for x in 0..<width { row[x] = Int16(samples[x]) << 7 }
      return
    }
    along.even.withUnsafeValues { even in
      along.odd.withUnsafeValues { odd in
        animconv_widen_chroma(samples, wideCount / 2, even, odd, row)
      }
    }
    for x in 0..<4 { row[x] = along[x].sum(samples) }
    for x in (wideCount - 4)..<wideCount { row[x] = along[x].sum(samples) }
  }
}

extension YCbCrConverter {
  /// Weights of every output position, twice as many as samples.
  private struct Doubling {
    /// Used for positions with four samples around them.
    let even: Weights
    let odd: Weights
    /// Used for the first four positions and the last four.
    private let first: [Weights]
    private let last: [Weights]
    private let count: Int

    var places: Int { 2 * count }

    /// - Parameters:
    ///   - count: of the samples, at least 4.
    ///   - one: the sum of the weights.
    init(_ count: Int, one: Int) {
      self.count = count
      even = Weights(of: 4, among: 8, one: one)
      odd = Weights(of: 5, among: 8, one: one)
      first = (0..<4).map { Weights(of: $0, among: count, one: one) }
      last = (0..<4).map { Weights(of: 2 * count - 4 + $0, among: count, one: one) }
    }

    subscript(place: Int) -> Weights {
      if place < 4 { return first[place] }
      if place >= 2 * count - 4 { return last[place + 4 - 2 * count] }
      let pattern = place % 2 == 0 ? even : odd
      return Weights(first: place / 2 - 2 + place % 2, values: pattern.values)
    }
  }

  /// Four integer weights of neighbouring samples.
  private struct Weights {
    /// The first of the samples.
    let first: Int
    let values: (Int16, Int16, Int16, Int16)

    init(first: Int, values: (Int16, Int16, Int16, Int16)) {
      self.first = first
      self.values = values
    }

    /// The weights of one of the output positions, twice as many as samples. Samples beyond the
    /// ends are the outermost ones, but `swscale` leaves out the outermost weight at the start.
    ///
    /// - Parameter one: the sum of the weights.
    init(of place: Int, among count: Int, one: Int) {
      let distances = [1.75, 0.75, 0.25, 1.25]
      let isEven = place % 2 == 0
      let nearest = place / 2
      var start = nearest - (isEven ? 2 : 1)
      var weights = (isEven ? distances : distances.reversed()).map(Self.bicubic)
      if isEven, start < 0 { weights[0] = 0 }
      let inside = min(max(0, start), count - 4)
      var folded = [0.0, 0, 0, 0]
      for weight in weights {
        folded[min(max(0, start), count - 1) - inside] += weight
        start += 1
      }
      // The rounding error goes to the next weight.
      let sum = folded.reduce(0, +)
      var left = 0.0
      let whole = folded.map { weight in
        let exact = weight * Double(one) / sum + left
        let value = exact.rounded()
        left = exact - value
        return Int16(value)
      }
      first = inside
      values = (whole[0], whole[1], whole[2], whole[3])
    }

    private static func bicubic(_ x: Double) -> Double {
      let c = 0.6
      return x < 1
        ? ((12 - 6 * c) * x * x * x + (6 * c - 18) * x * x + 6) / 6
        : c * (-x * x * x + 5 * x * x - 8 * x + 4)
    }

    /// The weighted sum of a row's samples, with 7 more bits than the samples.
    func sum(_ samples: UnsafePointer<UInt8>) -> Int16 {
      let p = samples + first
      let first = Int(p[0]) * Int(values.0) + Int(p[1]) * Int(values.1)
      let second = Int(p[2]) * Int(values.2) + Int(p[3]) * Int(values.3)
      return Int16(min((first + second) >> 7, 32_767))
    }

    func withUnsafeValues<Result>(_ body: (UnsafePointer<Int16>) -> Result) -> Result {
      withUnsafeBytes(of: values) { body($0.bindMemory(to: Int16.self).baseAddress!) }
    }
  }

  /// Integer factors, rounded as `swscale` rounds them.
  private static func factors(_ matrix: YCbCrMatrix, isFullRange: Bool) -> animconv_ycbcr_matrix {
    // Cr in red, Cb in blue, Cb in green and Cr in green, in 65,536ths, for chroma of 224 steps.
    let limited: (Int, Int, Int, Int) =
      switch matrix {
      case .bt601: (104_597, 132_201, 25_675, 53_279)
      case .bt709: (117_489, 138_438, 13_975, 34_925)
      case .bt2020: (110_013, 140_363, 12_277, 42_626)
      case .smpte240m: (117_579, 136_230, 16_907, 35_559)
      case .fcc: (104_448, 132_798, 24_759, 53_109)
      }
    func rounded(_ factor: Int) -> Int32 { Int32(((factor << 13) + (1 << 15)) >> 16) }
    func scaled(_ factor: Int) -> Int32 { rounded(isFullRange ? factor * 224 / 255 : factor) }
    return animconv_ycbcr_matrix(
      black: isFullRange ? 0 : 16 << 9, luma: rounded(isFullRange ? 65_536 : 65_536 * 255 / 219),
      red_cr: scaled(limited.0), green_cr: scaled(-limited.3), green_cb: scaled(-limited.2),
      blue_cb: scaled(limited.1))
  }
}
