internal import AnimTiming
internal import Raster
internal import Writing

/// A JPEG XL: exact pixels and times, unless a quality is requested.
struct JXLOutput: OutputDefinition {
  let name = "jxl"
  let fileExtensions = ["jxl"]
  let title = "a JPEG XL"
  let family = "JPEG XL files"
  let features: Set<OutputFeature> = [
    .quality, .lossless, .undithering, .images, .depth,
  ]
  let limitsPictures = true

  func clock(_ exact: OutputTiming) -> StoredClock? { .jxl(exact) }

  func suited(_ conversion: Conversion) -> Conversion { conversion.withPlaysOfItsOwn }

  func analysisRequest(_ conversion: Conversion, _ frames: PlayedFrames) throws -> AnalysisRequest {
    try frames.checkParts(
      limit: conversion.timing.maxOutputFrames, WrittenJXL.durations.count)
    return AnalysisRequest(ofImage: conversion, frames)
  }

  func plan(_ conversion: Conversion, _ frames: PlayedFrames) throws -> any OutputPlan {
    try JXLWriter.open()
    try frames.checkSides(atMost: JXLSettings.maxSide, of: title)
    // The largest loop count in a file; viewers cannot distinguish larger ones from infinite loops.
    let plays = conversion.image.plays ?? frames.plays
    var settings = JXLPlan.settings(conversion.image, hasAlpha: frames.shaping.outputHasAlpha)
    var options = conversion.frames
    (options.format, options.depth) = (.png, depth(conversion))
    settings.depth = try SampleDepth.decided(options, frames)
    settings.threads = JXLSettings.threads(
      frames.shaping.output, depth: settings.depth, within: Self.room(conversion))
    return JXLPlan(
      settings: settings,
      isExact: conversion.image.isLossless == true,
      plays: plays.totalPlays <= JXLSettings.maxPlays ? plays : .forever,
      size: frames.shaping.output,
      outputs: [
        Conversion.Plan.Output(
          output: conversion.output, content: .picture, size: frames.shaping.output,
          format: "JPEG XL")
      ])
  }

  /// Lossless files have all bits of the input, unless another depth is requested.
  func depth(_ conversion: Conversion) -> FrameFilesOptions.Depth {
    let isLossy = JXLPlan.settings(conversion.image, hasAlpha: false).quality != nil
    return conversion.frames.depth ?? (isLossy ? .eight : .auto)
  }

  /// The memory for frames that are encoded in parallel.
  private static func room(_ conversion: Conversion) -> Int {
    min(512 << 20, conversion.video.maxMemory / 2)
  }

  /// Two pictures for the decoder's slots, and, for each thread and for the next frame, a picture,
  /// its stored part and libjxl's own memory. Measured with 0.7 at its effort 7: 8 µs a pixel of
  /// noise, 1.5 µs a pixel of gradients.
  func cost(_ conversion: Conversion, size: PixelSize, frames: Int) -> WritingCost {
    let depth = depth(conversion) == .eight ? 8 : 16
    let threads = JXLSettings.threads(size, depth: depth, within: Self.room(conversion))
    func bytes(_ threads: Int) -> Int {
      size.area * (depth * (3 + threads) / 2 + threads * JXLSettings.bytesPerPixel(depth: depth))
        + (16 << 20)
    }
    return WritingCost(
      threads: threads, bytes: bytes(threads), least: bytes(1), milliseconds: 20,
      nanosecondsPerPixel: 1500)
  }
}
