internal import Libav

/// Converts decoded images with any kind of samples to RGBA in sRGB. Used by one thread at a time.
final class SampleConverter {
  private let plain: RGBAConverter
  /// Converts through linear light; nil for sRGB.
  private let deep: DeepConverter?
  private let width: Int
  private let light: LightCoding
  /// The peak luminance in the container.
  private let peak: Double?
  /// The conversion for the last image's peak.
  private var conversion: (peak: Double, LightConversion)?

  /// - Parameters:
  ///   - width: width of the result in pixels.
  ///   - height: height of the result in pixels.
  ///   - peak: the peak luminance in the container, in cd/m²; an image's own value takes
  ///     precedence.
  init(width: Int, height: Int, _ color: VideoColor, peak: Double? = nil) {
    self.width = width
    self.peak = peak
    light = color.light
    plain = RGBAConverter(
      width: width, height: height, matrix: color.matrix, isFullRange: color.isFullRange)
    deep =
      color.light == .standard
      ? nil
      : DeepConverter(
        width: width, height: height, matrix: color.matrix, isFullRange: color.isFullRange)
  }

  /// The number of 32-bit images in memory in addition to the results.
  static func heldPictures(_ color: VideoColor) -> Int { color.light == .standard ? 1 : 2 }

  /// Converts an image to rows without padding.
  ///
  /// - Parameter target: room for all rows, and 64 more bytes.
  func convert(
    _ picture: Picture, into target: UnsafeMutablePointer<UInt8>
  ) throws(LibavError) {
    guard let deep else { return try plain.convert(picture, into: target) }
    let conversion = conversion(for: picture)
    let width = width
    try deep.convert(picture) { y, row in
      (target + y * width * 4).withMemoryRebound(to: UInt32.self, capacity: width) {
        conversion.convert(row, to: $0, width)
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
