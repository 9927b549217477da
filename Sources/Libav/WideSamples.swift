internal import CFFmpeg
internal import CLibrary

/// The samples of a decoded RGB or grey picture with more than 8 bits, each rounded to the nearest
/// 8-bit value, which `swscale` does not guarantee.
package struct WideSamples {
  private let picture: Picture
  private let width: Int
  /// The positions of red, green, blue and alpha; grey is used for all three colours. Without alpha
  /// there are three.
  private let places: [Place]
  private let isFloat: Bool
  private let isLinear: Bool
  private let isBigEndian: Bool

  private struct Place {
    let plane: UnsafeMutablePointer<UInt8>
    let stride: Int
    let step: Int
    let shift: UInt32
    let most: UInt32
  }

  /// - Parameters:
  ///   - picture: must exist as long as this value.
  ///   - isLinear: whether samples are linear light, to convert to sRGB (IEC 61966-2-1).
  /// - Returns: nil for other pictures.
  package init?(_ picture: Picture, isLinear: Bool = false) {
    guard let found = av_pix_fmt_desc_get(AVPixelFormat(picture.pointer.format)) else {
      return nil
    }
    let format = found.pointee
    func has(_ flag: Int32) -> Bool { format.flags & UInt64(flag) != 0 }
    let count = Int(format.nb_components)
    let isGray = count < 3
    guard has(AV_PIX_FMT_FLAG_RGB) || isGray, !has(AV_PIX_FMT_FLAG_PAL),
      format.comp.0.depth > 8
    else { return nil }
    let all = [format.comp.0, format.comp.1, format.comp.2, format.comp.3]
    let order = isGray ? [0, 0, 0] + (count == 2 ? [1] : []) : Array(0..<count)
    places = order.map { index in
      let place = all[index]
      return Place(
        plane: picture.plane(Int(place.plane)) + Int(place.offset),
        stride: picture.stride(Int(place.plane)), step: Int(place.step),
        shift: UInt32(place.shift), most: UInt32((UInt64(1) << UInt64(place.depth)) - 1))
    }
    self.picture = picture
    width = picture.width
    isFloat = has(AV_PIX_FMT_FLAG_FLOAT)
    isBigEndian = has(AV_PIX_FMT_FLAG_BE)
    self.isLinear = isLinear
  }

  /// Makes straight RGBA of a row.
  package func convert(_ y: Int, to row: UnsafeMutablePointer<UInt32>, isPremultiplied: Bool) {
    if !isFloat, !isLinear, !isPremultiplied { return round(y, to: row) }
    var values: [Double] = [0, 0, 0, 1]
    for x in 0..<width {
      for (channel, place) in places.enumerated() { values[channel] = value(place, x, y) }
      let alpha = min(1, max(0, values[3]))
      var pixel = UInt32((alpha * 255).rounded()) << 24
      for channel in 0..<3 {
        var color = values[channel]
        if isPremultiplied { color = alpha > 0 ? color / alpha : 0 }
        if isLinear { color = Self.encoded(color) }
        // NaN becomes black.
        pixel |= UInt32((min(1, color > 0 ? color : 0) * 255).rounded()) << UInt32(8 * channel)
      }
      row[x] = pixel.littleEndian
    }
  }

  /// Converts a row to straight red, green, blue and alpha of 16 bits.
  package func convert(
    _ y: Int, to row: UnsafeMutablePointer<SIMD4<UInt16>>, isPremultiplied: Bool
  ) {
    if !isFloat, !isLinear, !isPremultiplied { return widen(y, to: row) }
    var values = SIMD4<Double>(0, 0, 0, 1)
    for x in 0..<width {
      for (channel, place) in places.enumerated() { values[channel] = value(place, x, y) }
      var pixel = values
      pixel.w = min(1, max(0, values.w))
      for channel in 0..<3 {
        if isPremultiplied { pixel[channel] = pixel.w > 0 ? pixel[channel] / pixel.w : 0 }
        if isLinear { pixel[channel] = Self.encoded(pixel[channel]) }
        // NaN becomes black.
        pixel[channel] = pixel[channel] > 0 ? min(1, pixel[channel]) : 0
      }
      row[x] = SIMD4<UInt16>((pixel * 65_535).rounded(.toNearestOrAwayFromZero))
    }
  }

  /// The number of floating-point pixels with a colour above white, and the brightest colour
  /// relative to white.
  ///
  /// - Complexity: O(pixels).
  package func brighterThanWhite(isPremultiplied: Bool) -> (pixels: Int, most: Double) {
    guard isFloat else { return (0, 1) }
    var (pixels, most) = (0, 1.0)
    for y in 0..<picture.height {
      for x in 0..<width {
        let alpha = isPremultiplied && places.count > 3 ? value(places[3], x, y) : 1
        guard alpha > 0 else { continue }
        let brightest = places.prefix(3).map { value($0, x, y) / min(1, alpha) }.max() ?? 0
        if brightest > 1 { pixels += 1 }
        most = max(most, brightest.isFinite ? brightest : most)
      }
    }
    return (pixels, most)
  }

  /// Converts a row of integers.
  private func widen(_ y: Int, to row: UnsafeMutablePointer<SIMD4<UInt16>>) {
    for x in 0..<width {
      var pixel = SIMD4<UInt16>(repeating: .max)
      for (channel, place) in places.enumerated() {
        let sample = UInt64(sample(place, x, y))
        pixel[channel] = UInt16((sample * 65_535 + UInt64(place.most / 2)) / UInt64(place.most))
      }
      row[x] = pixel
    }
  }

  /// Makes RGBA of a row of whole numbers.
  private func round(_ y: Int, to row: UnsafeMutablePointer<UInt32>) {
    for x in 0..<width {
      var pixel: UInt32 = places.count == 4 ? 0 : 0xFF00_0000
      for (channel, place) in places.enumerated() {
        let value = (sample(place, x, y) * 255 + place.most / 2) / place.most
        pixel |= value << UInt32(8 * channel)
      }
      row[x] = pixel.littleEndian
    }
  }

  /// A sample divided by the largest one.
  private func value(_ place: Place, _ x: Int, _ y: Int) -> Double {
    if !isFloat { return Double(sample(place, x, y)) / Double(place.most) }
    let bits = UnsafeRawPointer(place.plane + y * place.stride + x * place.step)
      .loadUnaligned(as: UInt32.self)
    return Double(
      Float(bitPattern: isBigEndian ? UInt32(bigEndian: bits) : UInt32(littleEndian: bits)))
  }

  private func sample(_ place: Place, _ x: Int, _ y: Int) -> UInt32 {
    let word = UnsafeRawPointer(place.plane + y * place.stride + x * place.step)
      .loadUnaligned(as: UInt16.self)
    let value = UInt32(isBigEndian ? UInt16(bigEndian: word) : UInt16(littleEndian: word))
    return value >> place.shift & place.most
  }

  private static func encoded(_ light: Double) -> Double {
    light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(min(1, light), 1 / 2.4) - 0.055
  }
}

extension Picture {
  /// Makes RGBA of a row of words whose lower byte is grey and whose upper byte is alpha.
  package func copyGrayAlphaWords(_ y: Int, to row: UnsafeMutablePointer<UInt32>) {
    let words = plane(0) + y * stride(0)
    for x in 0..<width {
      row[x] = UInt32(words[2 * x]) * 0x01_0101 | UInt32(words[2 * x + 1]) << 24
    }
  }
}
