package import Raster

/// Examines every frame of an animation to find the PNG format that stores all of them exactly.
///
/// Memory is constant: up to 256 colours are counted, and a bit set of all opaque colours takes 2
/// MiB.
package struct APNGColors: Sendable {
  private var census = PixelCensus()
  private var opaque = OpaqueColors()

  package init() {}

  /// Counts the pixels of the next frame.
  package mutating func count(_ pixels: PixelBuffer) {
    let plane = PixelPlane(pixels)
    for y in 0..<pixels.size.height {
      census.count(plane.row(y, from: 0), pixels.size.width)
      if census.isOpaque { opaque.insert(plane.row(y, from: 0), pixels.size.width) }
    }
  }

  /// Counts single pixels.
  package mutating func count(_ pixels: [UInt32]) {
    pixels.withUnsafeBufferPointer { pixels in
      guard let first = pixels.baseAddress else { return }
      census.count(first, pixels.count)
      if census.isOpaque { opaque.insert(first, pixels.count) }
    }
  }

  /// The number of colours with their alpha; nil if there are more than 256.
  package var count: Int? { census.colors?.count }

  /// The name of the format in messages: `4 colours`, `RGB`.
  package var title: String {
    switch census.format {
    case .gray: "grey"
    case .grayAlpha: "grey with alpha"
    case .rgb: "RGB"
    case .rgba: "RGBA"
    case .palette(let colors, _): "\(colors.count) colours"
    case .wide: preconditionFailure("a census counts pixels of 8 bits a sample")
    }
  }

  /// The format. A palette reserves an entry for "nothing" if it is not full.
  ///
  /// Frames of an animation have at least 8 bits, because FFmpeg 5.1 does not show smaller ones
  /// that are drawn over others, nor grey with few bits. After compression, 8-bit indices are
  /// hardly larger.
  func format(isAnimated: Bool) -> PNGPixelFormat {
    if !isAnimated { return census.format }
    switch census.format {
    case .gray(let bits) where bits < 8:
      return .palette([0] + (census.colors ?? []), bits: 8)
    case .palette(let colors, _):
      return .palette(colors.contains(0) || colors.count == 256 ? colors : [0] + colors, bits: 8)
    case .gray, .grayAlpha, .rgb, .rgba, .wide: return census.format
    }
  }

  /// A pixel that leaves the canvas unchanged; nil if the format has none.
  ///
  /// Without alpha, this is an unused colour that the file declares as transparent (PNG
  /// specification, third edition, section 11.3.2.1).
  var nothing: UInt32? {
    switch format(isAnimated: true) {
    case .rgba, .grayAlpha: 0
    case .palette(let colors, _): colors.contains(0) ? 0 : nil
    case .gray: opaque.unusedGray
    case .rgb: opaque.unused
    case .wide: nil
    }
  }
}

/// The opaque colours that were seen: one bit each.
private struct OpaqueColors {
  private var seen = [UInt64](repeating: 0, count: 1 << 18)

  /// - Parameter pixels: opaque, red in the first byte.
  mutating func insert(_ pixels: UnsafePointer<UInt32>, _ length: Int) {
    seen.withUnsafeMutableBufferPointer { seen in
      var last: UInt32?
      for x in 0..<length where pixels[x] != last {
        last = pixels[x]
        let color = Int(pixels[x].littleEndian & 0xFF_FFFF)
        seen[color >> 6] |= 1 << UInt64(color & 63)
      }
    }
  }

  private func has(_ color: Int) -> Bool { seen[color >> 6] >> UInt64(color & 63) & 1 == 1 }

  private static func pixel(_ color: Int) -> UInt32 { (UInt32(color) | 0xFF00_0000).littleEndian }

  /// An unused grey.
  var unusedGray: UInt32? {
    (0...255).lazy.map { $0 * 0x1_0101 }.first { !has($0) }.map(Self.pixel)
  }

  /// An unused colour: grey if possible, because its runs are runs of one byte.
  var unused: UInt32? {
    if let gray = unusedGray { return gray }
    guard let word = seen.firstIndex(where: { $0 != .max }) else { return nil }
    return Self.pixel(word << 6 | (~seen[word]).trailingZeroBitCount)
  }
}
