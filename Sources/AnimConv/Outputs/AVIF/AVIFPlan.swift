internal import AnimTiming
internal import Messages
internal import Raster
internal import Stages
internal import Writing

/// How an AVIF is encoded.
struct AVIFPlan: OutputPlan {
  let encoding: AVIFEncoding
  let times: AVIFTimes
  let plays: LoopCount
  let outputs: [Conversion.Plan.Output]
  let openChroma: SharedChroma?
  let cheaperChroma: SharedChroma?

  /// The quality if none is given.
  static let defaultQuality = AVIFPicture.defaultQuality

  /// - Throws: ``WritingError``.
  init(_ conversion: Conversion, _ frames: PlayedFrames) throws {
    let isLossless = conversion.image.isLossless == true
    if isLossless, conversion.video.chroma != nil {
      throw WritingError.unsupported(
        detail: "lossless pictures are stored as RGB, without chroma",
        remedy: "leave out \(.chroma)")
    }
    let isFlat = (frames.analysis.watcher as? AVIFContentWatcher)?.content.isFlat ?? false
    let timeline = frames.timeline
    let asked = conversion.image.plays ?? frames.plays
    times = try AVIFTimes(timeline, plays: asked)
    // More plays than the 64-bit count can hold are stored as infinite, as in a GIF.
    plays = times.isEndless ? .forever : asked
    let length = timeline.totalTime
    func encoding(_ shaping: ShapingPlan) throws(WritingError) -> AVIFEncoding {
      let chroma = conversion.video.chroma ?? (isFlat ? .yuv444 : .yuv420)
      var options = AVIFOptions(
        samples: isLossless ? .rgb : chroma == .yuv444 ? .yuv444 : .yuv420,
        hasAlpha: shaping.outputHasAlpha,
        quality: conversion.image.quality ?? Self.defaultQuality,
        effort: conversion.image.effort, isFlat: isFlat)
      options.isSharp = chroma == .sharp
      return try AVIFEncoding(
        options, size: shaping.output, frames: frames.count,
        seconds: (length.numerator, length.denominator),
        room: MemoryNeed.room(
          conversion.video.maxMemory, frames.count, shaping, keepsLight: false))
    }
    do {
      self.encoding = try encoding(frames.shaping)
    } catch {
      guard case .pictureSize = error else { throw error }
      throw error.offering(FittingScale.find(frames) { (try? encoding($0)) != nil })
    }
    openChroma = conversion.video.chroma == nil ? self.encoding.sharedChroma : nil
    // Better qualities and targets ask for what only full chroma has.
    let isUsual =
      conversion.qualityTarget == nil
      && conversion.image.quality ?? Self.defaultQuality <= Self.defaultQuality
    cheaperChroma =
      isUsual && isFlat && conversion.video.chroma == nil ? self.encoding.cheaperChroma : nil
    outputs = [
      Conversion.Plan.Output(
        output: conversion.output, content: .picture, size: frames.shaping.output, format: "AVIF")
    ]
  }

  func makeDelivery(
    _ plan: Conversion.Plan, tick: @escaping () throws -> Void
  ) throws -> any Delivery {
    try ImageDelivery(plan) { try WrittenAVIF(plan, self, $0, $1) }
  }

  func note(in facts: inout MediaConstraint.Facts, of plan: Conversion.Plan) {
    facts.note(size: encoding.size)
    facts.note(plan.timeline, size: encoding.size)
    facts[.alpha] = .truth(plan.shaping.outputHasAlpha)
  }

  func qualities(_ conversion: Conversion) -> [SizeChoice] {
    if conversion.image.isLossless == true { return [] }
    let quality = conversion.image.quality ?? Self.defaultQuality
    return AVIFEncoding.lowerQualities(than: quality).map { quality in
      SizeChoice(title: "quality \(quality)") { $0.image.quality = quality }
    }
  }

  func bestQuality(_ conversion: Conversion) -> SizeChoice? {
    encoding.crf == nil ? nil : SizeChoice(title: "quality 100") { $0.image.quality = 100 }
  }

  var roundTrip: SampleRoundTrip? { SampleRoundTrip(encoding) }

  var chroma: VideoOptions.Chroma? {
    encoding.options.isSharp ? .sharp : openChroma == nil ? nil : .yuv420
  }

  func notes(_ plan: Conversion.Plan) -> [ConversionMessage] {
    var notes = plan.shaping.noteOfFlattening(keeper: "an AVIF can keep")
    if encoding.crf == nil, !encoding.isStill {
      notes.append(
        "every pixel is exact, but Chromium 156 shows lossless AVIF animations with too much "
          + "contrast")
    }
    return notes
  }

  var summary: [(topic: String, text: String)] {
    [("image", "\(encoding); plays \(plays)")]
  }
}
