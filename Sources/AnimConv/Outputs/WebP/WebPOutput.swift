internal import AnimTiming
internal import Messages
internal import Raster
internal import Stages
internal import Writing

/// A WebP: animated, or still with one frame.
struct WebPOutput: OutputDefinition {
  let name = "webp"
  let fileExtensions = ["webp"]
  let title = "a WebP"
  let family = "WebPs"
  let features: Set<OutputFeature> = [
    .quality, .lossless, .undithering, .images, .webp, .alphaQuality,
  ]
  let limitsPictures = true

  func clock(_ exact: OutputTiming) -> StoredClock? { .webp }

  func suited(_ conversion: Conversion) -> Conversion { conversion.withPlaysOfItsOwn }

  func analysisRequest(_ conversion: Conversion, _ frames: PlayedFrames) throws -> AnalysisRequest {
    try frames.checkParts(
      limit: conversion.timing.maxOutputFrames, WrittenWebP.durations.count)
    return AnalysisRequest(ofImage: conversion, frames)
  }

  func plan(_ conversion: Conversion, _ frames: PlayedFrames) throws -> any OutputPlan {
    try frames.checkSides(atMost: WebPSettings.maxSide, of: title)
    // The largest loop count of a WebP; a larger count is as good as forever.
    let plays = conversion.image.plays ?? frames.plays
    return WebPPlan(
      settings: WebPPlan.settings(conversion.image),
      plays: plays.totalPlays <= 0xFFFF ? plays : .forever, size: frames.shaping.output,
      outputs: [
        Conversion.Plan.Output(
          output: conversion.output, content: .picture, size: frames.shaping.output,
          format: "WebP")
      ])
  }

  /// The shown image, the wanted image, and libwebp's search memory.
  func cost(_ conversion: Conversion, size: PixelSize, frames: Int) -> WritingCost {
    WritingCost(
      threads: 1, bytes: size.area * 4 * 16 + (8 << 20), milliseconds: 10,
      nanosecondsPerPixel: 150)
  }
}
