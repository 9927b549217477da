internal import CFFmpeg

/// Converts decoded pictures to red, green, blue and alpha of 16 bits, in their stored size. Used
/// by one thread at a time.
///
/// Luma and chroma of any depth are converted with the exact matrix in floating point, and rounded
/// to the nearest 16-bit colour. Chroma is enlarged with the weights of ``YCbCrConverter``; beyond
/// the edges, the outermost samples are repeated.
package final class WideConverter {
  /// Red, green, blue and alpha, from 0 to 65535.
  package typealias Pixel = SIMD4<UInt16>

  private let factors: Factors
  private let isFullRange: Bool

  package init(matrix: YCbCrMatrix, isFullRange: Bool) {
    factors = Factors(matrix)
    self.isFullRange = isFullRange
  }

  /// - Returns: nil for layouts with no more than 8 bits of red, green and blue, and for indices
  ///   and floating point.
  package func convert(_ picture: Picture) -> [Pixel]? {
    guard let planes = Planes(picture) else { return nil }
    let count = picture.width * picture.height
    return [Pixel](unsafeUninitializedCapacity: count) { pixels, filled in
      let target = pixels.baseAddress!
      target.initialize(repeating: .zero, count: count)
      if planes.isRGB {
        copy(planes, into: target)
      } else {
        let isFull = usesFullRange(picture) || planes.isGray && !picture.saysLimitedRange
        convert(planes, isFull: isFull, into: target)
      }
      addAlpha(planes, to: target)
      filled = count
    }
  }

  private func usesFullRange(_ picture: Picture) -> Bool {
    ScalerContext.usesFullRange(picture, isFullRange)
  }

  /// Widens samples of red, green and blue.
  private func copy(_ planes: Planes, into target: UnsafeMutablePointer<Pixel>) {
    for y in 0..<planes.height {
      for x in 0..<planes.width {
        func sample(_ channel: Int) -> UInt16 {
          let place = planes.places[channel]
          return UInt16((place.sample(x, y) * 65_535 + place.most / 2) / place.most)
        }
        target[y * planes.width + x] = Pixel(sample(0), sample(1), sample(2), .max)
      }
    }
  }

  private func addAlpha(_ planes: Planes, to target: UnsafeMutablePointer<Pixel>) {
    guard let place = planes.alpha else { return }
    for y in 0..<planes.height {
      for x in 0..<planes.width {
        target[y * planes.width + x].w = UInt16(
          (place.sample(x, y) * 65_535 + place.most / 2) / place.most)
      }
    }
  }

  private func convert(
    _ planes: Planes, isFull: Bool, into target: UnsafeMutablePointer<Pixel>
  ) {
    let width = planes.width
    let luma = planes.places[0]
    let unit = Float((luma.most + 1) / 256)
    let (black, range) = isFull ? (0, Float(luma.most)) : (16 * unit, 219 * unit)
    let chromaRange = isFull ? Float(luma.most) : 224 * unit
    let blue = planes.isGray ? nil : ChromaRows(planes, 1, middle: 128 * unit, range: chromaRange)
    let red = planes.isGray ? nil : ChromaRows(planes, 2, middle: 128 * unit, range: chromaRange)
    for y in 0..<planes.height {
      let (cb, cr) = (blue?.row(y), red?.row(y))
      for x in 0..<width {
        let light = (Float(luma.sample(x, y)) - black) / range
        target[y * width + x] = factors.color(light, cb?[x] ?? 0, cr?[x] ?? 0)
      }
    }
  }
}

extension WideConverter {
  /// The factors for luma and chroma.
  private struct Factors {
    private let redOfRed: Float
    private let greenOfBlue: Float
    private let greenOfRed: Float
    private let blueOfBlue: Float

    init(_ matrix: YCbCrMatrix) {
      // The weights of red and blue in luma (ITU-T H.273, table 4).
      let (red, blue) =
        switch matrix {
        case .bt601: (0.299, 0.114)
        case .bt709: (0.2126, 0.0722)
        case .bt2020: (0.2627, 0.0593)
        case .smpte240m: (0.212, 0.087)
        case .fcc: (0.30, 0.11)
        }
      let green = 1 - red - blue
      redOfRed = Float(2 * (1 - red))
      blueOfBlue = Float(2 * (1 - blue))
      greenOfBlue = Float(2 * (1 - blue) * blue / green)
      greenOfRed = Float(2 * (1 - red) * red / green)
    }

    @inline(__always)
    func color(_ luma: Float, _ blue: Float, _ red: Float) -> Pixel {
      Pixel(
        Self.sample(luma + redOfRed * red),
        Self.sample(luma - greenOfBlue * blue - greenOfRed * red),
        Self.sample(luma + blueOfBlue * blue), .max)
    }

    @inline(__always)
    private static func sample(_ value: Float) -> UInt16 {
      UInt16(min(max(value * 65_535 + 0.5, 0), 65_535))
    }
  }

  /// The memory layout of a picture's samples. The picture must exist as long as this value.
  private struct Planes {
    struct Place {
      let base: UnsafePointer<UInt8>
      let stride: Int
      let step: Int
      let shift: UInt32
      /// The largest sample.
      let most: UInt32
      let isByte: Bool
      let isBigEndian: Bool

      @inline(__always)
      func sample(_ x: Int, _ y: Int) -> UInt32 {
        let at = base + y * stride + x * step
        if isByte { return UInt32(at.pointee) >> shift & most }
        let word = UnsafeRawPointer(at).loadUnaligned(as: UInt16.self)
        let value = UInt32(isBigEndian ? UInt16(bigEndian: word) : UInt16(littleEndian: word))
        return value >> shift & most
      }
    }

    let width: Int
    let height: Int
    /// Luma, blue and red chroma; or red, green and blue; or grey.
    let places: [Place]
    let alpha: Place?
    let isRGB: Bool
    var isGray: Bool { places.count == 1 }
    /// The subsampling of chroma, horizontally and vertically, as exponents of 2.
    let halvings: (x: Int, y: Int)
    private let picture: Picture

    init?(_ picture: Picture) {
      guard let found = av_pix_fmt_desc_get(AVPixelFormat(picture.pointer.format)) else {
        return nil
      }
      let format = found.pointee
      func has(_ flag: Int32) -> Bool { format.flags & UInt64(flag) != 0 }
      let unknown = [
        AV_PIX_FMT_FLAG_PAL, AV_PIX_FMT_FLAG_BITSTREAM, AV_PIX_FMT_FLAG_HWACCEL,
        AV_PIX_FMT_FLAG_FLOAT, AV_PIX_FMT_FLAG_BAYER,
      ]
      let parts = [format.comp.0, format.comp.1, format.comp.2, format.comp.3]
      let count = Int(format.nb_components)
      isRGB = has(AV_PIX_FMT_FLAG_RGB)
      guard count > 0, !unknown.contains(where: has), (8...16).contains(parts[0].depth),
        !isRGB || parts[0].depth > 8
      else { return nil }
      let isBigEndian = has(AV_PIX_FMT_FLAG_BE)
      let all = parts.prefix(count).map { part in
        let isByte = part.shift + part.depth <= 8
        return Place(
          base: UnsafePointer(picture.plane(Int(part.plane)))
            + Int(part.offset) + (isByte && isBigEndian && part.step > 1 ? 1 : 0),
          stride: picture.stride(Int(part.plane)), step: Int(part.step),
          shift: UInt32(part.shift), most: UInt32(1) << UInt32(part.depth) - 1, isByte: isByte,
          isBigEndian: isBigEndian)
      }
      alpha = has(AV_PIX_FMT_FLAG_ALPHA) ? all.last : nil
      places = Array(all.prefix(count < 3 ? 1 : 3))
      halvings = (Int(format.log2_chroma_w), Int(format.log2_chroma_h))
      (width, height) = (picture.width, picture.height)
      self.picture = picture
    }
  }

  /// Rows of one chroma plane with a sample for each pixel, from -0.5 to 0.5.
  private final class ChromaRows {
    private let place: Planes.Place
    private let along: Enlargement
    private let between: Enlargement
    private let width: Int
    private let middle: Float
    private let range: Float
    /// Four horizontally enlarged rows, and their numbers.
    private var wide: [[Float]]
    private var numbers = [-1, -1, -1, -1]
    private var sum: [Float]

    init(_ planes: Planes, _ channel: Int, middle: Float, range: Float) {
      place = planes.places[channel]
      along = Enlargement(planes.width, halvings: planes.halvings.x)
      between = Enlargement(planes.height, halvings: planes.halvings.y)
      width = planes.width
      self.middle = middle
      self.range = range
      wide = Array(repeating: Array(repeating: 0, count: planes.width), count: 4)
      sum = Array(repeating: 0, count: planes.width)
    }

    func row(_ y: Int) -> [Float] {
      let (places, weights) = between[y]
      for index in 0..<4 where weights[index] != 0 { widen(places[index]) }
      for x in 0..<width { sum[x] = 0 }
      for index in 0..<4 where weights[index] != 0 {
        let weight = weights[index]
        wide[places[index] & 3].withUnsafeBufferPointer { row in
          for x in 0..<width { sum[x] += weight * row[x] }
        }
      }
      return sum
    }

    private func widen(_ row: Int) {
      let slot = row & 3
      if numbers[slot] == row { return }
      numbers[slot] = row
      for x in 0..<width {
        let (places, weights) = along[x]
        var value: Float = 0
        for index in 0..<4 where weights[index] != 0 {
          value += weights[index] * (Float(place.sample(places[index], row)) - middle)
        }
        wide[slot][x] = value / range
      }
    }
  }

  /// The four samples around a position between samples, and their weights: Mitchell and
  /// Netravali's family with B = 0, C = 0.6.
  private struct Enlargement {
    private let halvings: Int
    private let count: Int
    /// The weights for each position within a sample.
    private let weights: [SIMD4<Float>]

    /// - Parameter size: the number of positions.
    init(_ size: Int, halvings: Int) {
      self.halvings = halvings
      count = max(1, (size + (1 << halvings) - 1) >> halvings)
      weights = (0..<(1 << halvings)).map { place in
        if halvings == 0 { return SIMD4(1, 0, 0, 0) }
        let center = (Double(place) + 0.5) / Double(1 << halvings) - 0.5
        let first = center < 0 ? -2.0 : -1.0
        let values = (0..<4).map { Self.bicubic(abs(center - first - Double($0))) }
        let sum = values.reduce(0, +)
        return SIMD4(values.map { Float($0 / sum) })
      }
    }

    subscript(place: Int) -> (places: SIMD4<Int>, weights: SIMD4<Float>) {
      let whole = place >> halvings
      let part = place & (1 << halvings - 1)
      if halvings == 0 { return (SIMD4(whole, whole, whole, whole), weights[0]) }
      let first = whole - (2 * part < 1 << halvings ? 2 : 1)
      func inside(_ index: Int) -> Int { min(max(0, first + index), count - 1) }
      return (SIMD4(inside(0), inside(1), inside(2), inside(3)), weights[part])
    }

    private static func bicubic(_ x: Double) -> Double {
      let c = 0.6
      if x >= 2 { return 0 }
      return x < 1
        ? ((12 - 6 * c) * x * x * x + (6 * c - 18) * x * x + 6) / 6
        : c * (-x * x * x + 5 * x * x - 8 * x + 4)
    }
  }
}
