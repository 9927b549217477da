package import Raster

/// Looks at every frame of an animation to find the PNG format that holds all of them exactly.
///
/// Memory is constant: colours are counted up to 256.
package struct APNGColors: Sendable {
  private var census = PixelCensus()

  package init() {}

  /// Counts the pixels of the next frame.
  package mutating func count(_ pixels: PixelBuffer) {
    let plane = PixelPlane(pixels)
    for y in 0..<pixels.size.height { census.count(plane.row(y, from: 0), pixels.size.width) }
  }

  /// What people call the format that was found: `4 colours`, `RGB`.
  package var title: String {
    switch format {
    case .gray: "grey"
    case .grayAlpha: "grey with alpha"
    case .rgb: "RGB"
    case .rgba: "RGBA"
    case .palette(let colors, _): "\(colors.count) colours"
    }
  }

  /// The format. A palette has a place for "nothing" where that costs no bit, so that a frame can
  /// leave pixels as they are.
  ///
  /// Grey of few bits goes into a palette, since FFmpeg decodes no other APNG of less than 8 bits.
  var format: PNGPixelFormat {
    if case .gray(let bits) = census.format, bits < 8, let colors = census.colors {
      return .palette(colors, bits: colors.count <= 2 ? 1 : colors.count <= 4 ? 2 : 4)
    }
    guard case .palette(let colors, let bits) = census.format, !colors.contains(0),
      colors.count < 1 << bits
    else { return census.format }
    return .palette([0] + colors, bits: bits)
  }
}
