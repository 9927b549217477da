internal import Libav
package import Raster
package import Stages

/// The encoding of an AVIF, with every choice made, for the plan.
package struct AVIFEncoding: Sendable, Hashable {
  package let size: PixelSize
  package let options: AVIFOptions
  /// Quantizer of the colours, 0...63; nil for lossless.
  package let crf: Int?
  /// Quantizer of alpha, 0...63; nil for lossless.
  package let alphaCRF: Int?
  /// The encoder's effort, on its own scale.
  let speed: AVIFSpeed
  /// Whether it is a still image without a duration.
  package let isStill: Bool
  package var threads: Int
  /// Look-ahead of the encoder, in images.
  let lookAhead: Int
  /// Estimated memory of the encoders, in bytes, from measurements.
  package let encoderBytes: Int
  /// Frames per second on average.
  let averageRate: Rational

  /// FFmpeg's name of the encoder.
  private static let encoder = "libaom-av1"

  /// Decides everything.
  ///
  /// Threads and look-ahead follow from the size and `room`, not from the machine, so that the same
  /// request gives the same bytes everywhere.
  ///
  /// - Parameters:
  ///   - frames: at least one.
  ///   - seconds: the total duration of all frames, as a fraction.
  ///   - room: the memory limit of the encoders, in bytes.
  /// - Throws: ``WritingError/encoderMissing(name:available:)``,
  ///   ``WritingError/pictureSize(detail:remedy:)``.
  package init(
    _ options: AVIFOptions, size: PixelSize, frames: Int,
    seconds: (numerator: Int64, denominator: Int64), room: Int
  ) throws(WritingError) {
    guard Capabilities.hasEncoder(Self.encoder) else {
      try WritingError.requireFFmpeg()
      throw .encoderMissing(name: Self.encoder, available: [])
    }
    let recipe = EncoderRecipe.aomAV1
    try PictureLimits.check(size, recipe)
    self.size = size
    self.options = options
    isStill = frames == 1
    let speed = AVIFSpeed(effort: options.effort, isStill: frames == 1)
    self.speed = options.samples == .rgb ? speed.unhurried : speed
    crf = options.samples == .rgb ? nil : Self.crf(quality: options.quality)
    alphaCRF = crf.map { $0 * 2 / 3 }
    let fit = Self.fit(options, size: size, frames: frames, room: room)
    if fit.bytes > room {
      throw .pictureSize(
        detail: "\(Self.encoder) would take \(fit.bytes >> 20) MiB for a picture of \(size), more "
          + "than the \(room >> 20) MiB that are allowed",
        remedy: WritingError.shrinking)
    }
    threads = fit.threads
    lookAhead = fit.lookAhead
    encoderBytes = fit.bytes
    let rate = Rational(
      nearest: Int64(frames) * seconds.denominator, seconds.numerator, limit: 1 << 24)
    averageRate =
      rate.numerator < rate.denominator
      ? Rational(1, 1) : rate.numerator / max(1, rate.denominator) >= 240 ? Rational(240, 1) : rate
  }

  /// The encoder's share of the memory limit, colour and alpha together.
  package static func fit(
    _ options: AVIFOptions, size: PixelSize, frames: Int, room: Int
  ) -> EncoderFit {
    var memory = EncoderMemory(
      .aomAV1, preset: nil,
      format: options.samples == .yuv420 ? .yuv420(alpha: false) : .yuv444)
    memory.encoders = options.hasAlpha ? 2 : 1
    return EncoderFit(memory, size: size, threads: nil, frames: frames, room: room)
  }

  /// Every lower quality worth trying, each with a different quantizer.
  package static func lowerQualities(than quality: Int) -> [Int] {
    let worst = 15
    guard quality > worst else { return [] }
    var last = crf(quality: quality)
    return (worst..<quality).reversed().filter { quality in
      defer { last = crf(quality: quality) }
      return crf(quality: quality) != last
    }
  }

  private static func crf(quality: Int) -> Int { (scale.tenths(quality: quality) + 5) / 10 }

  /// The quantizer.
  private static let scale = QualityScale([
    1: 63, 10: 57, 25: 45, 40: 34.5, 50: 29.5, 60: 25.5, 75: 19, 85: 13.5, 95: 5.5, 100: 0,
  ])

  /// The settings for the encoder of the colours.
  var colorSettings: Encoder.Settings {
    let format: PixelFormat =
      switch options.samples {
      case .yuv420: .yuv420p
      case .yuv444: .yuv444p
      case .rgb: .gbrp
      }
    return settings(format, colorTags, crf: crf, speed: speed)
  }

  /// The settings for the encoder of alpha.
  var alphaSettings: Encoder.Settings {
    settings(.gray, alphaTags, crf: alphaCRF, speed: speed.unhurried)
  }

  /// Whether samples have full range.
  ///
  /// Full range would be better, because it loses less. But Chromium 156 assumes limited range for
  /// every animation, regardless of the file (errors up to 15 of 255), so it is used only for still
  /// images, and for RGB, which has no other range.
  var isFullRange: Bool { isStill || options.samples == .rgb }

  /// In full range, BT.709 loses least. In limited range, readers that truncate the factors of
  /// BT.709 to 8 bits have errors of 12 of 255; with BT.601, the errors are only 4.
  var matrix: VideoOptions.Matrix { isFullRange ? .bt709 : .bt601 }

  var colorTags: ColorTags {
    let matrix: ColorTags.Matrix =
      options.samples == .rgb ? .rgb : self.matrix == .bt709 ? .bt709 : .bt601
    return ColorTags(
      matrix: matrix, transfer: .srgb, primaries: .bt709, isLimitedRange: !isFullRange,
      chromaLocation: options.samples == .yuv420 ? .center : nil)
  }

  var alphaTags: ColorTags {
    ColorTags(
      matrix: .unspecified, transfer: .unspecified, primaries: .unspecified,
      isLimitedRange: false, chromaLocation: nil)
  }

  /// With one thread, libaom does without row-mt, which changes the bytes since release 3.14.
  private var usedThreads: Int { max(2, threads) }

  private func settings(
    _ format: PixelFormat, _ color: ColorTags, crf: Int?, speed: AVIFSpeed
  ) -> Encoder.Settings {
    var options = [
      Encoder.Option("cpu-used", String(speed.cpuUsed)),
      Encoder.Option("usage", speed.usage.rawValue), Encoder.Option("row-mt", "1"),
      Encoder.Option("tiles", size.width >= 1024 ? "2x1" : "1x1"), Encoder.Option("b", "0"),
    ]
    var parameters: [String] = []
    // Without a number, FFmpeg leaves the choice to libaom, which single images do not allow.
    options.append(Encoder.Option("crf", String(crf ?? 0)))
    if crf == nil { parameters.append("lossless=1") }
    // The filter against ringing removes single dots from flat areas, with errors up to 255 of 255
    // in 24 to 36 pixels of a clip at every quality. Without the filter, such clips take at most 1
    // % more bytes.
    if self.options.isFlat { parameters += ["tune-content=screen", "enable-cdef=0"] }
    if !parameters.isEmpty {
      options.append(Encoder.Option("aom-params", parameters.joined(separator: ":")))
    }
    if isStill {
      options.append(Encoder.Option("still-picture", "1"))
    } else if speed.usage == .realtime || lookAhead < 35 {
      let pictures = speed.usage == .realtime ? 0 : lookAhead
      options.append(Encoder.Option("lag-in-frames", String(pictures)))
    }
    return Encoder.Settings(
      name: Self.encoder, width: size.width, height: size.height, pixelFormat: format,
      timebase: Rational(averageRate.denominator, averageRate.numerator), frameRate: averageRate,
      color: color, bitRate: nil, maxKeyFrameDistance: 250, maxBFrames: 0, threads: usedThreads,
      usesGlobalHeader: false, codecTag: nil, options: options)
  }
}

extension AVIFEncoding: CustomStringConvertible {
  /// One line: `AV1 (libaom-av1) yuv444p, alpha, crf 19, good cpu-used 5, 2 threads`.
  package var description: String {
    var parts = ["AV1 (\(Self.encoder)) \(colorSettings.pixelFormat.rawValue)"]
    if options.isSharp { parts.append("sharp chroma") }
    if options.hasAlpha { parts.append("alpha") }
    parts.append(crf.map { "crf \($0)" } ?? "lossless")
    parts.append("\(speed.usage.rawValue) cpu-used \(speed.cpuUsed)")
    parts.append("\(usedThreads) threads")
    return parts.joined(separator: ", ")
  }
}
