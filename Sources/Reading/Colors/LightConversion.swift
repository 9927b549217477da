internal import CLibrary
internal import Libav
internal import Raster

/// The conversion from samples with another transfer to sRGB, through linear light.
///
/// High dynamic range is mapped by ``ToneCurve`` on the brightest component, in the primaries of
/// ITU-R BT.2020; colours outside sRGB are clipped. Functions of one value are tables, with an
/// error below 0.3 of 255. Any number of threads may use one in parallel.
///
/// - Complexity: about 100 KB of tables, built in about 2 ms; constant per pixel.
final class LightConversion: @unchecked Sendable {
  // Constant after they are filled.
  /// Light for each sample of 12 bits.
  private let light: UnsafeMutablePointer<Float>
  /// The factor from the light of an HLG scene to that of a display, by luminance.
  private let displayGain: LogarithmicTable?
  /// The factor that limits light to white, by its brightest component, for values above white.
  private let toneGain: LogarithmicTable?
  /// The factors for light below white.
  private let lowGain: Float
  private let toBT2020: Matrix?
  private let toStandard: Matrix
  /// sRGB for each of ``outputSteps`` steps of light from black to white.
  private let output: UnsafeMutablePointer<UInt8>

  /// The output in fractions of 65535, for samples of 16 bits.
  private let exact: UnsafeMutablePointer<Float>

  /// Steps of light that are less than 0.21 of 255 apart where sRGB is steepest.
  private static let outputSteps = 16_383

  /// - Parameter peak: the peak luminance in cd/m²; for high dynamic range.
  init(_ coding: LightCoding, peak: Double = ToneCurve.usualPeak) {
    let white = DeepConverter.white
    light = .allocate(capacity: white + 1)
    for sample in 0...white {
      light[sample] = Float(coding.transfer.light(Double(sample) / Double(white)))
    }
    output = .allocate(capacity: Self.outputSteps + 1)
    for step in 0...Self.outputSteps {
      output[step] = Self.standardSample(Double(step) / Double(Self.outputSteps))
    }
    exact = .allocate(capacity: Self.outputSteps + 2)
    for step in 0...Self.outputSteps + 1 {
      let light = Double(min(step, Self.outputSteps)) / Double(Self.outputSteps)
      exact[step] = Float(Self.encoded(light) * 65_535)
    }
    displayGain =
      coding.transfer == .hlg
      ? LogarithmicTable(exponents: -20..<1) { pow($0, 0.2) * 1000 / ToneCurve.referenceWhite }
      : nil
    if coding.transfer.isHighDynamicRange {
      let curve = ToneCurve(peak: peak)
      lowGain = Float(curve.gain(0))
      toneGain = LogarithmicTable(exponents: 0..<6) { curve.gain($0) }
      toBT2020 =
        coding.primaries == .bt2020
        ? nil : Matrix(ColorMatrix(from: coding.primaries, to: .bt2020))
      toStandard = Matrix(ColorMatrix(from: .bt2020, to: .standard))
    } else {
      lowGain = 1
      toneGain = nil
      toBT2020 = nil
      toStandard = Matrix(ColorMatrix(from: coding.primaries, to: .standard))
    }
  }

  deinit {
    light.deallocate()
    output.deallocate()
    exact.deallocate()
    displayGain?.deallocate()
    toneGain?.deallocate()
  }

  /// Converts a row to straight RGBA.
  func convert(
    _ row: DeepConverter.Row, to target: UnsafeMutablePointer<UInt32>, _ count: Int
  ) {
    let white = DeepConverter.white
    for x in 0..<count {
      target[x] = color(
        Int(UInt16(littleEndian: row.red[x])), Int(UInt16(littleEndian: row.green[x])),
        Int(UInt16(littleEndian: row.blue[x])), alpha: 0xFF00_0000)
    }
    guard let alpha = row.alpha else { return }
    for x in 0..<count {
      let value = (min(Int(UInt16(littleEndian: alpha[x])), white) * 255 + white / 2) / white
      target[x] = target[x] & 0x00FF_FFFF | (UInt32(value) << 24).littleEndian
    }
  }

  /// Converts 8-bit straight RGBA in place; alpha is unchanged.
  func convert(_ row: UnsafeMutablePointer<UInt32>, _ count: Int) {
    for x in 0..<count {
      let pixel = UInt32(littleEndian: row[x])
      // 255 becomes 4095.
      func sample(_ shift: UInt32) -> Int { (Int(pixel >> shift & 255) * 4095 + 127) / 255 }
      row[x] = color(sample(0), sample(8), sample(16), alpha: pixel & 0xFF00_0000)
    }
  }

  /// Converts straight samples of 16 bits in place; alpha stays.
  func convert(_ pixels: inout [WidePicture.Pixel]) {
    for index in pixels.indices {
      let pixel = pixels[index]
      let color = shown(
        Color(red: light(at: pixel.x), green: light(at: pixel.y), blue: light(at: pixel.z)),
        isExact: true)
      pixels[index] = WidePicture.Pixel(
        wideSample(color.red), wideSample(color.green), wideSample(color.blue), pixel.w)
    }
  }

  /// Between the samples of 12 bits, light is interpolated linearly.
  @inline(__always)
  private func light(at sample: UInt16) -> Float {
    let place = Float(sample) * (Float(DeepConverter.white) / 65_535)
    let whole = min(Int(place), DeepConverter.white - 1)
    let part = place - Float(whole)
    return light[whole] + (light[whole + 1] - light[whole]) * part
  }

  @inline(__always)
  private func wideSample(_ light: Float) -> UInt16 {
    let place = max(0, min(light, 1)) * Float(Self.outputSteps)
    let whole = Int(place)
    let value = exact[whole] + (exact[whole + 1] - exact[whole]) * (place - Float(whole))
    return UInt16(value + 0.5)
  }

  @inline(__always)
  private func color(_ red: Int, _ green: Int, _ blue: Int, alpha: UInt32) -> UInt32 {
    let white = DeepConverter.white
    let color = shown(
      Color(
        red: light[min(red, white)], green: light[min(green, white)], blue: light[min(blue, white)])
    )
    let steps = Float(Self.outputSteps)
    return
      (UInt32(sample(color.red * steps)) | UInt32(sample(color.green * steps)) << 8
      | UInt32(sample(color.blue * steps)) << 16 | alpha).littleEndian
  }

  /// Maps light to a display's range, from black to white.
  @inline(__always)
  private func shown(_ stored: Color, isExact: Bool = false) -> Color {
    func gain(_ table: LogarithmicTable, _ light: Float) -> Float {
      isExact ? table.between(light) : table[light]
    }
    var color = stored
    if let toBT2020 { color = toBT2020.apply(color) }
    var factor: Float = 1
    if let displayGain {
      factor = gain(
        displayGain, 0.2627 * color.red + 0.6780 * color.green + 0.0593 * color.blue)
    }
    if let toneGain {
      let brightest = max(color.red, max(color.green, color.blue)) * factor
      factor *= brightest > 1 ? gain(toneGain, brightest) : lowGain
    }
    color = toStandard.apply(color)
    return Color(red: color.red * factor, green: color.green * factor, blue: color.blue * factor)
  }

  /// The sample for this many steps of light.
  @inline(__always)
  private func sample(_ steps: Float) -> UInt8 {
    output[Int(max(0, min(steps + 0.5, Float(Self.outputSteps))))]
  }

  /// The sample of sRGB for light (IEC 61966-2-1).
  private static func standardSample(_ light: Double) -> UInt8 {
    UInt8(min(max(encoded(light) * 255 + 0.5, 0), 255))
  }

  private static func encoded(_ light: Double) -> Double {
    light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }
}

private struct Color {
  var red: Float
  var green: Float
  var blue: Float
}

/// ``ColorMatrix``, for many colours.
private struct Matrix {
  private let red: Color
  private let green: Color
  private let blue: Color

  init(_ matrix: ColorMatrix) {
    func row(_ index: Int) -> Color {
      let values = matrix.rows[index].map { Float($0) }
      return Color(red: values[0], green: values[1], blue: values[2])
    }
    (red, green, blue) = (row(0), row(1), row(2))
  }

  @inline(__always)
  func apply(_ color: Color) -> Color {
    func dot(_ row: Color) -> Float {
      row.red * color.red + row.green * color.green + row.blue * color.blue
    }
    return Color(red: dot(red), green: dot(green), blue: dot(blue))
  }
}

extension LightCoding.Transfer {
  /// The light of a sample from 0 to 1. For PQ relative to paper white, for others relative to
  /// sample 1.
  fileprivate func light(_ sample: Double) -> Double {
    switch self {
    case .linear: return sample
    // IEC 61966-2-1
    case .standard:
      return sample <= 0.040_45 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4)
    // ITU-R BT.2100, table 4
    case .pq:
      let (m1, m2) = (2610.0 / 16384, 2523.0 / 32)
      let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 128, 2392.0 / 128)
      let root = pow(sample, 1 / m2)
      return 10_000 / ToneCurve.referenceWhite * pow(max(root - c1, 0) / (c2 - c3 * root), 1 / m1)
    // ITU-R BT.2100, table 5
    case .hlg:
      let a = 0.178_832_77
      let (b, c) = (1 - 4 * a, 0.5 - a * log(4 * a))
      return sample <= 0.5 ? sample * sample / 3 : (exp((sample - c) / a) + b) / 12
    }
  }
}

/// A function of positive numbers as a table, indexed by the exponent and the first nine bits of
/// the mantissa: numbers with the same entry differ by at most 0.2 %.
private struct LogarithmicTable {
  private let values: UnsafeMutablePointer<Float>
  private let first: Int
  private let last: Int

  /// The number of ignored mantissa bits.
  private static let shift: UInt32 = 14

  /// - Parameter exponents: the range of binary exponents; numbers outside use the nearest value.
  init(exponents: Range<Int>, _ function: (Double) -> Double) {
    func index(_ exponent: Int) -> Int { (exponent + 127) << 9 }
    first = index(exponents.lowerBound)
    last = index(exponents.upperBound)
    values = .allocate(capacity: last - first + 1)
    for index in first...last {
      let number = Float(bitPattern: UInt32(index) << Self.shift)
      values[index - first] = Float(function(Double(number)))
    }
  }

  func deallocate() { values.deallocate() }

  subscript(_ number: Float) -> Float {
    @inline(__always) get {
      let index = Int((number.bitPattern &+ (1 << (Self.shift - 1))) >> Self.shift)
      return values[number > 0 ? min(max(index, first), last) - first : 0]
    }
  }

  /// Interpolates linearly between the numbers in the table.
  @inline(__always)
  func between(_ number: Float) -> Float {
    let whole = Int(number.bitPattern >> Self.shift)
    guard number > 0, whole >= first, whole < last else { return self[number] }
    let rest = number.bitPattern & ((1 << Self.shift) - 1)
    let low = values[whole - first]
    return low + (values[whole - first + 1] - low) * Float(rest) / Float(1 << Self.shift)
  }
}
