internal import AnimTiming
internal import Raster
internal import SystemPackage
internal import Writing

/// Thumbnails of a film in one file: an index of times, and JPEGs.
struct BIFOutput: OutputDefinition {
  let name = "bif"
  let fileExtensions = ["bif"]
  let title = "a BIF"
  let family = "BIFs"
  let features: Set<OutputFeature> = [.quality]
  let playsByItself = false
  let limitsPictures = true

  func defaultAlpha(_ conversion: Conversion) -> Conversion.Shaping.Alpha { .matte }

  /// Times are whole milliseconds.
  func storedTimebase(for timebase: Timebase, _ conversion: Conversion) -> Timebase {
    .milliseconds
  }

  func plan(_ conversion: Conversion, _ frames: PlayedFrames) throws -> any OutputPlan {
    if frames.shaping.outputHasAlpha {
      throw FrameFilesError.conflict(
        "\(.alpha, case: "\(frames.shaping.alpha)")", "JPEG")
    }
    try frames.checkSides(atMost: JPEGPicture.maxSide, of: title)
    return try BIFPlan(frames, quality: conversion.frames.quality, output: conversion.output)
  }

  func cost(_ conversion: Conversion, size: PixelSize, frames: Int) -> WritingCost {
    WritingCost(
      threads: 1, bytes: size.area * 4 * 4 + (4 << 20), milliseconds: 5, nanosecondsPerPixel: 60)
  }
}
