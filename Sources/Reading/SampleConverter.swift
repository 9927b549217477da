internal import Libav

/// Makes RGBA in sRGB of decoded pictures, whatever their samples stand for. Used by one thread at a
/// time.
final class SampleConverter {
  private enum Way {
    case plain(RGBAConverter)
    case throughLight(DeepConverter)
  }

  private let way: Way
  private let width: Int
  private let light: LightCoding
  /// The highest luminance that the container names.
  private let peak: Double?
  /// The conversion for the peak that pictures had last.
  private var conversion: (peak: Double, LightConversion)?

  /// - Parameters:
  ///   - width: of the result in pixels.
  ///   - height: of the result in pixels.
  ///   - peak: the highest luminance that the container names, in cd/m²; what a picture says of
  ///     itself comes first.
  init(width: Int, height: Int, _ color: VideoColor, peak: Double? = nil) {
    self.width = width
    self.peak = peak
    light = color.light
    way =
      color.light == .standard
      ? .plain(
        RGBAConverter(
          width: width, height: height, matrix: color.matrix, isFullRange: color.isFullRange))
      : .throughLight(
        DeepConverter(
          width: width, height: height, matrix: color.matrix, isFullRange: color.isFullRange))
  }

  /// How many pictures of 32 bits a pixel are held besides the results.
  static func heldPictures(_ color: VideoColor) -> Int { color.light == .standard ? 1 : 2 }

  /// Converts a picture into rows without padding.
  ///
  /// - Parameter target: room for all rows, and 64 bytes more.
  func convert(
    _ picture: Picture, into target: UnsafeMutablePointer<UInt8>
  ) throws(LibavError) {
    switch way {
    case .plain(let converter): try converter.convert(picture, into: target)
    case .throughLight(let converter):
      let conversion = conversion(for: picture)
      let width = width
      try converter.convert(picture) { y, row in
        (target + y * width * 4).withMemoryRebound(to: UInt32.self, capacity: width) {
          conversion.convert(row, to: $0, width)
        }
      }
    }
  }

  private func conversion(for picture: Picture) -> LightConversion {
    let peak = picture.peakLuminance ?? peak ?? ToneCurve.usualPeak
    if let conversion, conversion.peak == peak { return conversion.1 }
    let made = LightConversion(light, peak: peak)
    conversion = (peak, made)
    return made
  }
}
