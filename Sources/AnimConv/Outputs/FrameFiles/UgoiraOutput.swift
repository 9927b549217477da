internal import AnimTiming
internal import Raster
internal import Writing

/// A zip archive of frames with their times, as ugoira are.
struct UgoiraOutput: OutputDefinition {
  let name = "zip"
  let fileExtensions = ["zip"]
  let title = "an archive of frames"
  let family = "archives of frames"
  let features: Set<OutputFeature> = [.pictureFiles, .quality, .names, .pictures]

  func storedTimebase(for timebase: Timebase, _ conversion: Conversion) -> Timebase {
    FramesPlan.storedTimebase(
      for: timebase, options: conversion.frames, isArchive: true, player: conversion.player)
  }

  func defaultAlpha(_ conversion: Conversion) -> AlphaMode {
    conversion.frames.format == .jpeg ? .matte : .keep
  }

  func looksWanted(_ conversion: Conversion, _ frames: PlayedFrames) throws -> LooksWanted {
    _ = try conversion.outputPath(for: self)
    return try FramesPlan.looksWanted(
      frames, options: conversion.frames, isArchive: true, player: conversion.player)
  }

  func plan(_ conversion: Conversion, _ frames: PlayedFrames) throws -> any OutputPlan {
    try FramesPlan(
      frames, options: conversion.frames, isArchive: true, player: conversion.player,
      output: .file(conversion.outputPath(for: self)))
  }

  func cost(_ conversion: Conversion, size: PixelSize, frames: Int) -> WritingCost {
    .frameFiles(size)
  }
}

extension WritingCost {
  /// Of pictures in files of their own, which are compressed on all processors.
  static func frameFiles(_ size: PixelSize) -> WritingCost {
    WritingCost(
      threads: .max, bytes: size.area * 4 * 12 + (4 << 20), milliseconds: 5,
      nanosecondsPerPixel: 60)
  }
}
