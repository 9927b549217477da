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
      frameRate: toldRate(encoding), color: encoding.colorTags,
      bitRate: encoding.bitrate ?? (self.name == Self.vp8.name ? vp8Ceiling(encoding) : nil),
      maxKeyFrameDistance: name == Self.proRes.name ? nil : Self.maxKeyFrameDistance,
      maxBFrames: encoding.bFrames, threads: encoding.threads,
      usesGlobalHeader: encoding.container != .webm || encoding.codec == .av1,
      codecTag: encoding.codecTag, options: options(encoding))
    settings.pass = pass
    return settings
  }

  /// The settings for alpha: lossless, without look-ahead, so that every image gives a packet, and
  /// with key frames where the colours have them.
  func alphaSettings(
    for encoding: VideoEncoding, pass: Encoder.Pass = .only
  ) -> Encoder.Settings {
    var settings = settings(for: encoding, pass: pass)
    settings.bitRate = nil
    // The best deadline takes twice the time of the next one and saves a tenth of the bytes.
    let isSmall = encoding.codedSize.area <= 512 * 512
    settings.options = [
      Encoder.Option("deadline", isSmall ? "best" : "good"), Encoder.Option("cpu-used", "0"),
      Encoder.Option("row-mt", "1"), Self.noTPL,
      Encoder.Option("tile-columns", encoding.codedSize.width >= 1024 ? "2" : "1"),
      Encoder.Option("b", "0"), Encoder.Option("crf", "0"), Encoder.Option("lossless", "1"),
      Encoder.Option("lag-in-frames", "0"), Encoder.Option("auto-alt-ref", "0"),
    ]
    if encoding.passes == 2 {
      // The same as for colours; adapting from frame to frame is then also worthwhile.
      settings.options += [
        Encoder.Option("keyint_min", String(Self.maxKeyFrameDistance)),
        Encoder.Option("frame-parallel", "0"),
      ]
    }
    return settings
  }

  /// In the second of two passes libvpx would trace which parts of an image later ones are
  /// predicted from, with 48 bytes for each 64 pixels of 50 images: 94 MB at 1920 x 1080 and a
  /// sixth of the time, with no gain at equal SSIM (0.989 to 1.004 of the bytes on the clips of
  /// `Tests/Benchmarks/quality`).
  private static let noTPL = Encoder.Option("enable-tpl", "0")

  /// The unit of the encoder's times: the output's, or one frame at the average rate.
  private func encoderTimebase(_ encoding: VideoEncoding) -> Rational {
    guard takesTrueTimes else {
      let rate = toldRate(encoding)
      return Rational(rate.denominator, rate.numerator)
    }
    return Rational(Int32(encoding.timebase.numerator), Int32(encoding.timebase.denominator))
  }

  /// libvpx and libaom refuse units above one second, SVT-AV1 rates above 240.
  private func toldRate(_ encoding: VideoEncoding) -> Rational {
    let rate = encoding.averageRate
    guard !takesTrueTimes else { return rate }
    if rate.numerator < rate.denominator { return Rational(1, 1) }
    if rate.numerator / rate.denominator >= 240 { return Rational(240, 1) }
    return rate
  }

  private func options(_ encoding: VideoEncoding) -> [Encoder.Option] {
    var options: [Encoder.Option] = []
    func add(_ option: Encoder.Option) { options.append(option) }
    func add(_ name: String, _ value: String) { add(Encoder.Option(name, value)) }
    let crf = encoding.crfText
    let lookAhead = encoding.lookAhead
    // With alternating images, the last but one is the best reference, and an image unlike the
    // previous one does not start a new scene. With these settings x264 writes a twentieth of the
    // bytes if most of the animation is still.
    let turns = encoding.alternatesAlpha ? ":scenecut=0:ref=4" : ""

    switch name {
    case Self.x264.name, Self.x264RGB.name:
      add("preset", encoding.preset!)
      if let crf { add("crf", crf) }
      if encoding.isLossless { add("qp", "0") }
      // No profile is set, which FFmpeg 7.1.0 would refuse: for 4:2:0 and 8 bits x264 chooses High,
      // and High 4:4:4 Predictive, as required, for lossless images (crf 0). Weighted prediction
      // helps with fades. Together with B-frames, which are also weighted, it gains nothing in
      // drawings that is worth its time, and half a percent in film.
      if encoding.samples == nil { add("weightp", "0") }
      // Without this, some of its choices differ between processors.
      add("x264-params", "cpu-independent=1" + turns)
      if lookAhead < LookAhead.ofX264(preset: encoding.preset!) {
        add("rc-lookahead", String(lookAhead))
      }
    case Self.x265.name:
      add("preset", encoding.preset!)
      if let crf { add("crf", crf) }
      // `info` would write the compiler and the processor into the stream; its log goes directly to
      // standard error; threads would depend on the machine.
      let threads = "frame-threads=\(min(encoding.threads, 4)):pools=4:lookahead-slices=0"
      let lossless = encoding.isLossless ? ":lossless=1" : ""
      // In addition to the images for B-frames, five fewer than medium's own save 5 % of the memory
      // for less than 1 % more bytes.
      let isUsual = encoding.preset == defaultPreset && encoding.bFrames > 0
      let ahead = min(lookAhead, isUsual ? 15 : .max)
      let isShort = ahead < LookAhead.ofX265(preset: encoding.preset!)
      let shorter = isShort ? ":rc-lookahead=\(ahead)" : ""
      // The stream repeats the container's values, for players that read them there.
      let light = encoding.light?.metadata
      let display = light?.displayInUnits.map { ":master-display=\($0)" } ?? ""
      let content = light?.contentLight.map { ":max-cll=\($0)" } ?? ""
      let plain = "log-level=none:info=0:open-gop=0"
      add(
        "x265-params", "\(plain):\(threads)\(lossless)\(shorter)\(turns)\(display)\(content)")
    case Self.svtAV1.name:
      add("preset", encoding.preset!)
      // It would allocate threads and their memory according to the machine; the bytes are the
      // same.
      let light = encoding.light?.metadata
      let display = light?.displayInNumbers.map { ":mastering-display=\($0)" } ?? ""
      let content = light?.contentLight.map { ":content-light=\($0)" } ?? ""
      let between = offsets(tenths: encoding.crfTenths)
      add("svtav1-params", "lp=\(encoding.threads)\(display)\(content)\(between)")
      if let crf = encoding.crf { add("crf", String(crf)) }
    case Self.aomAV1.name:
      add("cpu-used", encoding.preset!)
      add("row-mt", "1")
      add("tiles", encoding.codedSize.width >= 1024 ? "2x1" : "1x1")
      if let crf { add("crf", crf) }
      if encoding.bitrate == nil { add("b", "0") }
      if encoding.isLossless { add("aom-params", "lossless=1") }
      if lookAhead < 35 { add("lag-in-frames", String(lookAhead)) }
    case Self.vp9.name:
      add("deadline", "good")
      add("cpu-used", encoding.preset!)
      add("row-mt", "1")
      add("tile-columns", encoding.codedSize.width >= 1024 ? "2" : "1")
      add(Self.noTPL)
      // Each frame adapts its probabilities to the previous frame.
      add("frame-parallel", "0")
      // Between two factors: the worse one, but keeping small differences that it would drop, for 1
      // to 7 % more bytes.
      let isBetween = encoding.crfTenths > 0
      if let crf = encoding.crf { add("crf", String(isBetween ? crf + 1 : crf)) }
      if isBetween { add("sharpness", "1") }
      if encoding.bitrate == nil { add("b", "0") }
      if encoding.isLossless { add("lossless", "1") }
      // Two passes know the scene changes and would start them with key frames. An image that
      // returns could then not be predicted from its earlier occurrence, and alpha, which is
      // encoded separately, would lack those key frames.
      if encoding.passes == 2 { add("keyint_min", String(Self.maxKeyFrameDistance)) }
      if lookAhead < 25 { add("lag-in-frames", String(lookAhead)) }
    case Self.vp8.name:
      add("deadline", "good")
      add("cpu-used", encoding.preset!)
      if let crf { add("crf", crf) }
      if encoding.hasAlpha { add("auto-alt-ref", "0") }
    case Self.proRes.name:
      add("profile", "4444")
      add("vendor", "apl0")
      add("alpha_bits", encoding.hasAlpha ? "16" : "0")
    default:
      preconditionFailure("no options for \(name)")
    }
    return options
  }

  /// Settings that make SVT-AV1 1.4 slightly worse than its whole factor, which is four quantizer
  /// steps: all layers of images are worse by that many steps.
  ///
  /// At equal size the images are equally good. Its separate offsets for luma and chroma must not
  /// be used, because decoders then show other images than were encoded.
  private func offsets(tenths: Int) -> String {
    guard tenths > 0 else { return "" }
    let steps = (tenths * 4 + 5) / 10
    let layers = Array(repeating: String(steps), count: 6).joined(separator: ",")
    return
      ":use-fixed-qindex-offsets=2:key-frame-qindex-offset=\(steps):qindex-offsets=[\(layers)]"
  }

  /// VP8 needs a maximum rate: four bits per pixel is more than it ever uses.
  private func vp8Ceiling(_ encoding: VideoEncoding) -> Int {
    let rate = toldRate(encoding)
    let perFrame = encoding.codedSize.area * 4
    return min(max(perFrame * Int(rate.numerator) / Int(rate.denominator), 1_000_000), 500_000_000)
  }
}

extension VideoEncoding {
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
