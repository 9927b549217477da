internal import Libav
internal import Raster

/// Converts decoded pictures to 16 bits a sample, in sRGB and with square pixels. Used by one
/// thread at a time.
final class WidePictures {
  private let converter: WideConverter
  private let light: LightCoding
  private let peak: Double?
  private let size: PixelSize
  /// The conversion for the most recent peak luminance.
  private var conversion: (peak: Double, LightConversion)?

  /// - Parameters:
  ///   - peak: the highest luminance according to the container, in cd/m²; a picture's own value
  ///     takes precedence.
  ///   - size: of the result.
  init(_ color: VideoColor, peak: Double?, size: PixelSize) {
    converter = WideConverter(matrix: color.matrix, isFullRange: color.isFullRange)
    light = color.light
    self.peak = peak
    self.size = size
  }

  /// - Returns: nil for samples with no more than 8 bits of red, green and blue.
  func picture(of picture: Picture) -> WidePicture? {
    guard var pixels = converter.convert(picture) else { return nil }
    if light != .standard { conversion(for: picture).convert(&pixels) }
    let stored = PixelSize(width: picture.width, height: picture.height)
    let wide = WidePicture(size: stored, pixels: pixels)
    return stored == size ? wide : scaled(wide)
  }

  private func scaled(_ picture: WidePicture) -> WidePicture {
    var pixels = [WidePicture.Pixel](repeating: .zero, count: size.area)
    WideScaler(.bicubic, from: picture.size, to: size, visible: PixelRect(size)).draw(
      picture, PixelRect(picture.size), into: &pixels, width: size.width, x: 0, y: 0)
    return WidePicture(size: size, pixels: pixels)
  }

  private func conversion(for picture: Picture) -> LightConversion {
    let peak = picture.peakLuminance ?? peak ?? ToneCurve.usualPeak
    if let conversion, conversion.peak == peak { return conversion.1 }
    let made = LightConversion(light, peak: peak)
    conversion = (peak, made)
    return made
  }
}
