internal import AnimTiming
internal import Libav
internal import Raster

extension EncoderRecipe {
  /// All settings for this encoding.
  func settings(
    for encoding: VideoEncoding, pass: Encoder.Pass = .only
  ) -> Encoder.Settings {
    var settings = Encoder.Settings(
      name: name, width: encoding.codedSize.width, height: encoding.codedSize.height,
      pixelFormat: encoding.format.pixelFormat, timebase: encoderTimebase(encoding),
      frameRate: takesTrueTimes ? encoding.averageRate : encoding.encoderRate,
      color: encoding.colorTags, bitRate: encoding.bitrate ?? ceiling(encoding),
      maxKeyFrameDistance: hasOnlyKeyFrames ? nil : Self.maxKeyFrameDistance,
      maxBFrames: encoding.bFrames, threads: encoding.threads,
      usesGlobalHeader: encoding.container != .webm || needsGlobalHeader,
      codecTag: encoding.codecTag, options: options(encoding))
    settings.pass = pass
    return settings
  }

  /// The settings for alpha, if it is encoded separately.
  func alphaSettings(
    for encoding: VideoEncoding, pass: Encoder.Pass = .only
  ) -> Encoder.Settings {
    var settings = settings(for: encoding, pass: pass)
    settings.bitRate = nil
    settings.options = alphaOptions!(encoding)
    return settings
  }

  /// The unit of the encoder's times: the output's, or one frame at the average rate.
  private func encoderTimebase(_ encoding: VideoEncoding) -> Rational {
    guard takesTrueTimes else {
      let rate = encoding.encoderRate
      return Rational(rate.denominator, rate.numerator)
    }
    return Rational(Int32(encoding.timebase.numerator), Int32(encoding.timebase.denominator))
  }
}

extension VideoEncoding {
  /// The average rate within the limits of encoders that do not receive true times: libvpx and
  /// libaom refuse units above one second, SVT-AV1 rates above 240.
  var encoderRate: Rational {
    let rate = averageRate
    if rate.numerator < rate.denominator { return Rational(1, 1) }
    if rate.numerator / rate.denominator >= 240 { return Rational(240, 1) }
    return rate
  }

  /// sRGB in, limited range out. With BT.709 transfer and primaries, browsers show the values
  /// unchanged; the same is true of sRGB's transfer, which is the correct name if RGB itself is
  /// stored.
  var colorTags: ColorTags {
    if let light { return light.tags }
    if let samples { return samples.tags }
    let matrix: ColorTags.Matrix
    switch self.matrix {
    case .bt709: matrix = .bt709
    case .bt601: matrix = .bt601
    case nil: matrix = .rgb
    }
    let isSubsampled = format == .yuv420(alpha: false) || format == .yuv420(alpha: true)
    return ColorTags(
      matrix: matrix, transfer: self.matrix == nil ? .srgb : .bt709, primaries: .bt709,
      isLimitedRange: self.matrix != nil, chromaLocation: isSubsampled ? .center : nil)
  }
}
