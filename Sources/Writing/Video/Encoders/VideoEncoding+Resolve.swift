internal import AnimTiming
package import Libav
internal import Messages
package import Raster
package import Stages

extension VideoEncoding {
  /// Resolves all open options, and refuses impossible ones.
  ///
  /// - Parameters:
  ///   - size: the canvas of the frames.
  ///   - keepsAlpha: whether alpha is stored; otherwise frames count as opaque.
  ///   - timing: the output's timing.
  ///   - room: the memory limit of the encoder in bytes; nil for ``VideoOptions/maxMemory``.
  ///   - light: the high dynamic range of frames that keep it; nil for sRGB.
  ///   - samples: the colours of frames that can carry samples instead of pixels; nil if they
  ///     cannot.
  ///   - canReadTwice: whether all frames can be passed to a ``FirstPass`` before they are written.
  /// - Throws: ``WritingError/libraryMissing(detail:remedy:)`` if FFmpeg is not installed,
  ///   ``WritingError/encoderMissing(name:available:)`` if this FFmpeg lacks the encoder,
  ///   ``WritingError/unsupported(detail:remedy:)`` if the request contradicts itself,
  ///   ``WritingError/pictureSize(detail:remedy:)`` if the encoder does not support the size or
  ///   needs too much memory.
  package static func resolve(
    container: VideoContainer, options: VideoOptions, size: PixelSize, keepsAlpha: Bool,
    timing: VideoTiming, light: StoredLight? = nil, samples: StoredColor? = nil, room: Int? = nil,
    canReadTwice: Bool = false
  ) throws(WritingError) -> VideoEncoding {
    try resolve(
      container: container, options: options, size: size, keepsAlpha: keepsAlpha,
      timing: timing, light: light, samples: samples, room: room, canReadTwice: canReadTwice,
      hasEncoder: Capabilities.hasEncoder)
  }

  /// Resolves the encoding with a given list of encoders, for tests.
  static func resolve(
    container: VideoContainer, options: VideoOptions, size: PixelSize, keepsAlpha: Bool,
    timing: VideoTiming, light: StoredLight? = nil, samples: StoredColor? = nil, room: Int? = nil,
    canReadTwice: Bool = false,
    hasEncoder: (String) -> Bool
  ) throws(WritingError) -> VideoEncoding {
    let codec = options.codec ?? container.defaultCodec(keepsLight: light != nil)
    try require(
      container.codecs.contains(codec),
      "animconv does not write \(codec.title) to \(container.title)",
      "choose \(container.codecs.map(\.rawValue).inWords("or"))")
    try require(
      size.width > 0 && size.height > 0, "the picture has no pixels: \(size)", nil)
    try checkTime(timing, in: container)
    try checkRequest(options, codec: codec, keepsAlpha: keepsAlpha)
    if light != nil { try checkLight(options, codec: codec, keepsAlpha: keepsAlpha) }
    try checkSegments(
      options, codec: codec, sharesWithAlpha: keepsAlpha || timing.alternatesAlpha)

    let encoder = try chooseEncoder(
      codec, options: options, size: size, keepsLight: light != nil, hasEncoder: hasEncoder)
    guard hasEncoder(encoder) else {
      try WritingError.requireFFmpeg()
      let known = Set(VideoCodec.allCases.flatMap(\.encoders)).sorted()
      throw .encoderMissing(name: encoder, available: known.filter(hasEncoder))
    }
    let recipe = EncoderRecipe.named(encoder)
    let format =
      light == nil
      ? try chooseFormat(recipe, options: options, keepsAlpha: keepsAlpha)
      : .yuv420Deep
    let coded = codedSize(of: size, recipe, format)
    try PictureLimits.check(coded, recipe)
    if let preset = options.encoderPreset {
      try require(
        recipe.presets.contains(preset),
        "\(encoder) has no preset \(preset)", "choose \(recipe.presets.inWords("or"))")
    }
    if let threads = options.threads {
      try require(
        (1...64).contains(threads), "expected 1 to 64 threads, but got \(threads)", nil)
    }

    let codesAlphaApart = keepsAlpha && recipe.codesAlphaApart
    let passes =
      canReadTwice
      ? passes(
        recipe, options: options, size: coded, timing: timing, codesAlphaApart: codesAlphaApart) : 1
    let preset =
      options.encoderPreset ?? (options.isLive ? recipe.livePreset : nil)
      ?? recipe.defaultPreset(passes: passes, size: coded)
    let timescale = container.timescale(for: timing.timeline)
    let bFrames = bFrames(
      recipe, preset: preset, options: options, timing: timing, timescale: timescale)
    // Plays of a single frame are encoded separately.
    let perPlay = timing.framesPerPlay
    let fit = try fit(
      options,
      EncoderMemory(
        recipe, preset: preset, format: format,
        codesAlphaApart: codesAlphaApart),
      size: coded,
      frames: perPlay == 1 ? timing.timeline.count : perPlay, room: room ?? options.maxMemory,
      encoder: encoder)
    let segments = VideoSegments(
      options, frames: perPlay, encoder: fit, size: coded, format: format,
      room: room ?? options.maxMemory)
    let samples = Self.samples(samples, format: format, recipe, options: options)
    let quality = !options.isLossless && options.bitrate == nil && codec.crfRange != nil
    let crf = try recipe.quality.map { scale throws(WritingError) in
      try Self.crf(options, scale, passes: passes, encoder: encoder)
    }
    return VideoEncoding(
      container: container, codec: codec, encoder: encoder, size: size, codedSize: coded,
      hasAlpha: keepsAlpha, isLossless: options.isLossless,
      quality: options.quality, crf: quality ? crf?.whole : nil,
      crfTenths: quality ? crf?.tenths ?? 0 : 0,
      bitrate: options.bitrate, preset: preset, bFrames: bFrames, passes: passes,
      threads: fit.threads,
      lookAhead: fit.lookAhead, segments: segments, encoderBytes: segments?.bytes ?? fit.bytes,
      matrix: format.storesRGB
        ? nil
        : options.matrix ?? samples?.named ?? recipe.impliedMatrix ?? defaultMatrix(keepsAlpha),
      light: light, samples: samples,
      codecTag: container == .webm ? nil : recipe.codecTag,
      timebase: timing.timeline.timebase,
      timescale: timescale,
      averageRate: averageRate(timing.timeline),
      alternatesAlpha: timing.alternatesAlpha,
      alphaCRF: codesAlphaApart ? options.alphaQuality.flatMap { Self.alphaCRF(quality: $0) } : nil,
      format: format,
      isSharp: options.chroma == .sharp && format == .yuv420(alpha: false),
      isPixelArt: options.isPixelArt, isSmooth: options.isSmooth, grain: options.grain)
  }

  /// The quantizer of a quality of alpha, on the scale of an AVIF's; nil for exact alpha.
  private static func alphaCRF(quality: Int) -> Int? {
    quality == 100 ? nil : ((100 - quality) * 63 + 50) / 100
  }

  /// The constant rate factor with a fraction that the encoder supports.
  private static func crf(
    _ options: VideoOptions, _ scale: CRFScale, passes: Int, encoder: String
  ) throws(WritingError) -> (whole: Int, tenths: Int) {
    guard let asked = options.crf else {
      return options.quality.map { scale.factor(quality: $0, passes: passes) }
        ?? scale.standard(grain: options.grain, passes: passes)
    }
    let (whole, tenths) = Int((asked * 10).rounded()).quotientAndRemainder(dividingBy: 10)
    let possible = scale.tenths(passes)
    if possible.contains(tenths) { return (whole, tenths) }
    let lower = possible.last { $0 < tenths } ?? 0
    let upper = possible.first { $0 > tenths }.map { 10 * whole + $0 } ?? 10 * whole + 10
    try require(
      options.roundsCRF, "\(encoder) has no crf of \(crfText(asked))",
      "choose \(.crf, crfText(Double(10 * whole + lower) / 10)) or \(crfText(Double(upper) / 10))")
    return (whole, 0)
  }

  private static func crfText(_ crf: Double) -> String {
    crf == crf.rounded() ? "\(Int(crf))" : "\(crf)"
  }

  private static func checkTime(
    _ timing: VideoTiming, in container: VideoContainer
  ) throws(WritingError) {
    let timebase = timing.timeline.timebase
    precondition(
      container.storedTimebase(for: timebase) == timebase,
      "the timeline is in a unit that the container stores")
    precondition(timing.timeline.count > 0, "there is a frame")
    let longest = (0..<timing.timeline.count).lazy
      .map { timing.timeline.duration(of: $0) }.max()!
    let (ticks, overflows) = longest.multipliedReportingOverflow(by: timebase.numerator)
    guard !overflows && ticks <= VideoContainer.longestSample else {
      let length = try? RationalTime(ticks: longest, timebase: timebase).formatted() + ", "
      throw .frameDuration(
        detail: "a frame lasts \(length ?? "")longer than \(container.title) can store",
        remedy:
          "use \(.schedule, "fps=1", swift: ".constant(FrameRate(1))"), or shorten it with "
          + "\(.speed)")
    }
  }

  /// The number of consecutive B-frames: the requested one, or the most useful one.
  ///
  /// Three save a sixteenth of the bytes at equal SSIM; lossless images grow by them. None by
  /// default if every frame is so long that it is stored in order.
  private static func bFrames(
    _ recipe: EncoderRecipe, preset: String?, options: VideoOptions, timing: VideoTiming,
    timescale: Int64
  ) -> Int {
    guard recipe.reordersFrames else { return 0 }
    let isPlain = options.isLossless || preset == "ultrafast"
    let wanted = options.bFrames ?? (isPlain ? 0 : 3)
    // The offset from decoding to display has 31 bits and spans at most this many frames.
    let timeline = timing.timeline
    let factor = timeline.timebase.numerator * (timescale / timeline.timebase.denominator)
    let longest = timeline.durations.max()! * factor
    if options.bFrames == nil, wanted > 0, timeline.count > 2 {
      if DecodingTimes(timeline, bFrames: wanted).lead == 0 { return 0 }
    }
    return longest <= Int64(Int32.max) / Int64(wanted + 2) ? wanted : 0
  }

  /// A first pass takes a tenth of the encoding time, and helps if there are images to choose from.
  /// Alternating colour and alpha are as different as scenes.
  private static func passes(
    _ recipe: EncoderRecipe, options: VideoOptions, size: PixelSize, timing: VideoTiming,
    codesAlphaApart: Bool
  ) -> Int {
    let fewest =
      codesAlphaApart
      ? EncoderRecipe.fewestWithAlphaForTwoPasses : EncoderRecipe.fewestForTwoPasses
    let preset = options.encoderPreset ?? recipe.defaultPreset(passes: 2, size: size)
    let isLedByQuality = options.bitrate == nil && !options.isLossless
    return preset.map(recipe.presetsWithTwoPasses.contains) == true && isLedByQuality
      && options.segments == nil && !timing.alternatesAlpha
      && fewest...EncoderRecipe.mostForTwoPasses ~= timing.framesPerPlay ? 2 : 1
  }

  private static func checkRequest(
    _ options: VideoOptions, codec: VideoCodec, keepsAlpha: Bool
  ) throws(WritingError) {
    if keepsAlpha {
      try require(
        codec.supportsAlpha, "\(codec.title) has no alpha that players support",
        "flatten with \(.alpha, case: "matte"), or write WebM with VP9 or MOV with "
          + "ProRes")
    }
    if options.isLossless {
      try require(
        options.crf == nil && options.quality == nil && options.bitrate == nil,
        "lossless encoding takes no crf, quality or bitrate", "use only one of the options")
      try require(
        options.chroma == nil && options.matrix == nil,
        "lossless pictures are stored as RGB, without chroma or matrix", "leave out the option")
      try require(
        codec.hasLossless, "\(codec.title) has no lossless mode",
        "choose H.264, HEVC, AV1 or VP9, or write a sprite sheet or a folder of PNG files")
      try require(
        !keepsAlpha, "\(codec.title) cannot keep alpha when it is lossless",
        "flatten with \(.alpha, case: "matte"), or write a sprite sheet or a folder of PNG "
          + "files")
    }
    try require(
      options.alphaQuality == nil || codec == .vp9,
      "\(codec.title) has no quality for alpha alone", "leave out \(.alphaQuality)")
    try require(
      options.crf == nil || options.bitrate == nil,
      "a constant rate factor and a bitrate cannot be used together", "use only one of them")
    if let quality = options.quality {
      try require(
        options.crf == nil && options.bitrate == nil,
        "a quality is given twice: from 1 to 100, and as a crf or a bitrate", "use only one of them"
      )
      try require(
        codec.crfRange != nil, "\(codec.title) has no quality to choose", "leave out \(.quality)")
      try require(
        1...100 ~= quality, "expected a quality of 1 to 100, but got \(quality)", nil)
    }
    if let crf = options.crf {
      guard let range = codec.crfRange else {
        throw .unsupported(
          detail: "\(codec.title) has no constant rate factor",
          remedy: "leave out \(.crf)")
      }
      try require(
        Double(range.lowerBound)...Double(range.upperBound) ~= crf,
        "expected a crf of \(range.lowerBound) to \(range.upperBound) for \(codec.title)"
          + ", but got \(crfText(crf))", nil)
    }
    if let bFrames = options.bFrames {
      try require(
        codec.supportsBFrames || bFrames == 0, "animconv writes \(codec.title) without B-frames",
        "leave out \(.bframes), or choose H.264 or HEVC")
      try require(
        (0...16).contains(bFrames), "expected 0 to 16 B-frames in a row, but got \(bFrames)", nil)
    }
    if let bitrate = options.bitrate {
      try require(
        codec.crfRange != nil, "\(codec.title) has no bitrate to choose",
        "leave out \(.bitrate)")
      try require(
        (1_000...2_000_000_000).contains(bitrate),
        "expected a bitrate of 1,000 to 2,000,000,000 bit/s, but got \(bitrate)", nil)
    }
  }

  /// High dynamic range needs 10 bits, and samples unchanged from the input.
  private static func checkLight(
    _ options: VideoOptions, codec: VideoCodec, keepsAlpha: Bool
  ) throws(WritingError) {
    func plain(_ condition: Bool, _ detail: String) throws(WritingError) {
      try require(
        condition, detail,
        "leave it out, or choose \(.hdr, "tonemap", swift: ".tonemap")")
    }
    try require(
      codec.keepsLight, "\(codec.title) is written without high dynamic range",
      "choose HEVC or AV1, or \(.hdr, "tonemap", swift: ".tonemap")")
    try plain(
      !options.isLossless, "samples of high dynamic range cannot be written losslessly")
    try plain(
      options.chroma != .yuv444, "high dynamic range is kept with 4:2:0 only")
    try plain(
      options.chroma != .sharp, "samples of high dynamic range are kept without correction")
    try plain(options.matrix == nil, "samples of high dynamic range keep their matrix")
    try plain(!keepsAlpha, "a video of high dynamic range has no alpha")
  }

  private static func checkSegments(
    _ options: VideoOptions, codec: VideoCodec, sharesWithAlpha: Bool
  ) throws(WritingError) {
    guard let segments = options.segments else { return }
    if case .atOnce(let count) = segments {
      try require(
        (1...64).contains(count), "expected 1 to 64 segments at once, but got \(count)", nil)
    }
    try require(
      codec.preferred.takesSegments, "\(codec.title) is not encoded in segments",
      "leave out \(.segments), or choose H.264, HEVC, AV1 or VP9")
    try require(
      options.bitrate == nil, "a bitrate is kept over the whole video, and not by its segments",
      "leave out \(.segments), or use \(.crf)")
    try require(
      !sharesWithAlpha, "a video with alpha in it is not encoded in segments",
      "leave out \(.segments), or flatten with \(.alpha, case: "matte")")
  }

  private static func chooseEncoder(
    _ codec: VideoCodec, options: VideoOptions, size: PixelSize, keepsLight: Bool,
    hasEncoder: (String) -> Bool
  ) throws(WritingError) -> String {
    if let wanted = options.encoder {
      try require(
        codec.encoders.contains(wanted), "\(wanted) is not an encoder for \(codec.title)",
        "choose \(codec.encoders.inWords("or"))")
      return wanted
    }
    let suited = codec.recipes.filter { recipe in
      (!options.isLossless || recipe.losslessFormat != nil)
        && (options.chroma != .yuv444 || recipe.supports444)
        && min(size.width, size.height) >= recipe.minSide
    }
    let better = suited.first { recipe in
      options.leavesEncoderOpen && !keepsLight && recipe.isBetter(size, options.isPixelArt)
        && hasEncoder(recipe.name)
    }
    return (better ?? suited.first ?? codec.preferred).name
  }

  private static func chooseFormat(
    _ recipe: EncoderRecipe, options: VideoOptions, keepsAlpha: Bool
  ) throws(WritingError) -> SampleFormat {
    let codec = recipe.codec
    if options.isLossless {
      guard let format = recipe.losslessFormat else {
        throw .unsupported(
          detail: "\(recipe.name) cannot be lossless",
          remedy: codec.encoders.count > 1 ? "let animconv choose the encoder" : nil)
      }
      return format
    }
    if recipe.isDeepOnly {
      try require(
        options.chroma == nil || options.chroma == .yuv444, "\(codec.title) stores 4:4:4 only",
        "leave out \(.chroma)")
      return .yuv444Deep(alpha: keepsAlpha)
    }
    guard options.chroma == .yuv444 else {
      try require(
        recipe.quality != nil, "\(recipe.name) is for lossless pictures",
        "use \(codec.preferred.name)")
      try require(
        options.chroma != .sharp || !keepsAlpha || recipe.codesAlphaApart,
        "\(codec.title) with alpha has no sharp chroma",
        "use \(.chroma, 420, swift: ".yuv420"), or another \(.codec)")
      return .yuv420(alpha: keepsAlpha && !recipe.codesAlphaApart)
    }
    try require(
      recipe.supports444, "\(recipe.name) has no 4:4:4",
      "use \(.chroma, 420, swift: ".yuv420"), or another \(.codec)")
    try require(
      !keepsAlpha, "\(codec.title) supports alpha with 4:2:0 only",
      "use \(.chroma, 420, swift: ".yuv420"), or write MOV with ProRes")
    return .yuv444
  }

  /// Frames divided by seconds, reduced. Encoders require a rate between one frame per minute and a
  /// thousand frames per second.
  private static func averageRate(_ timeline: AnimationTimeline) -> Rational {
    let count = Int64(timeline.count)
    let (frames, overflow1) = count.multipliedReportingOverflow(by: timeline.timebase.denominator)
    let (ticks, overflow2) = timeline.total.multipliedReportingOverflow(
      by: timeline.timebase.numerator)
    guard !overflow1, !overflow2, ticks / 60 <= frames else { return Rational(1, 60) }
    guard frames / 1000 <= ticks else { return Rational(1000, 1) }
    return Rational(nearest: frames, ticks, limit: 1_000_000)
  }

  /// Firefox shows every stream with alpha in BT.601.
  private static func defaultMatrix(_ keepsAlpha: Bool) -> VideoOptions.Matrix {
    keepsAlpha ? .bt601 : .bt709
  }

  /// The colours of samples that are written unchanged; nil if they are converted from pixels.
  private static func samples(
    _ samples: StoredColor?, format: SampleFormat, _ recipe: EncoderRecipe, options: VideoOptions
  ) -> StoredColor? {
    guard let samples, format == .yuv420(alpha: false), options.chroma != .sharp,
      options.matrix == nil || options.matrix == samples.named,
      recipe.impliedMatrix ?? samples.named == samples.named
    else { return nil }
    return samples
  }

  /// The size with the encoder's padding on the right and bottom.
  private static func codedSize(
    of size: PixelSize, _ recipe: EncoderRecipe, _ format: SampleFormat
  ) -> PixelSize {
    let alpha: Bool
    switch format {
    case .yuv420(let hasAlpha): alpha = hasAlpha
    case .yuv420Deep: return PixelSize(width: (size.width + 1) & ~1, height: (size.height + 1) & ~1)
    default: return size
    }
    if recipe.needsEvenSides {
      return PixelSize(width: (size.width + 1) & ~1, height: (size.height + 1) & ~1)
    }
    // FFmpeg creates the chroma of VP8's alpha for libvpx itself, half as wide, rounded down,
    // without padding: libvpx reads one sample beyond the row, which belongs to the next row if
    // there is one.
    let needsSecondRow = alpha && size.height == 1 && size.width % 2 == 1
    return needsSecondRow ? PixelSize(width: size.width, height: 2) : size
  }

  /// Threads and look-ahead within the memory limit.
  private static func fit(
    _ options: VideoOptions, _ memory: EncoderMemory, size: PixelSize, frames: Int, room: Int,
    encoder: String
  ) throws(WritingError) -> EncoderFit {
    let fit = EncoderFit(
      memory, size: size, threads: options.threads, frames: frames, room: room)
    if fit.bytes > room {
      throw .pictureSize(
        detail: "\(encoder) takes about \(mebibytes(fit.bytes)) of memory for pictures of \(size), "
          + "and \(mebibytes(room)) of the \(mebibytes(options.maxMemory)) allowed are left for it",
        remedy: "raise \(.maxMemory)")
    }
    return fit
  }

  private static func mebibytes(_ bytes: Int) -> String { "\((bytes + 1 << 20 - 1) >> 20) MiB" }

  private static func require(
    _ condition: Bool, _ detail: @autoclosure () -> String,
    _ remedy: @autoclosure () -> ConversionMessage?
  ) throws(WritingError) {
    guard condition else { throw .unsupported(detail: detail(), remedy: remedy()) }
  }
}

extension StoredColor {
  /// The matrix, as requested.
  fileprivate var named: VideoOptions.Matrix {
    switch matrix {
    case .bt601: .bt601
    case .bt709: .bt709
    }
  }
}
