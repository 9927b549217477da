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

  func looksWanted(_ conversion: Conversion, _ frames: PlayedFrames) throws -> LooksWanted {
    try frames.checkParts(
      limit: conversion.timing.maxOutputFrames, JXLDelivery.durations.count)
    return LooksWanted(ofImage: conversion, frames)
  }

  func plan(_ conversion: Conversion, _ frames: PlayedFrames) throws -> any OutputPlan {
    try JXLWriter.open()
    try frames.checkSides(atMost: JXLSettings.maxSide, of: title)
    // The largest count in a file; viewers cannot tell more plays from endless ones.
    let plays = conversion.image.plays ?? frames.plays
    var settings = JXLPlan.settings(conversion.image, hasAlpha: frames.shaping.outputHasAlpha)
    settings.depth = try SampleDepth.decided(Self.depth(conversion, settings), frames)
    return JXLPlan(
      settings: settings,
      isExact: conversion.image.isLossless == true,
      plays: plays.totalPlays <= JXLSettings.maxPlays ? plays : .forever,
      size: frames.shaping.output,
      outputs: [
        PlannedOutput(
          output: conversion.output, content: .picture, size: frames.shaping.output,
          format: "JPEG XL")
      ])
  }

  /// Files without loss have all bits of the input, unless another depth is requested.
  private static func depth(_ conversion: Conversion, _ settings: JXLSettings) -> FrameFilesOptions
  {
    var options = conversion.frames
    options.format = .png
    options.depth = options.depth ?? (settings.quality == nil ? .auto : .eight)
    return options
  }

  /// Two pictures for the decoder's slots, the stored part of one, and libjxl's own memory. Measured with
  /// 0.7 at its effort 7: 145 bytes and 8 µs a pixel of noise, 90 bytes and 1.5 µs a pixel of gradients.
  func cost(_ conversion: Conversion, size: PixelSize, frames: Int) -> WritingCost {
    WritingCost(
      threads: 1, bytes: size.area * (conversion.frames.depth == .eight ? 166 : 220) + (16 << 20),
      milliseconds: 20,
      nanosecondsPerPixel: 1500)
  }
}
