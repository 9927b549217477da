internal import AnimTiming
internal import Raster
internal import Writing

/// A folder with a picture for each frame, and a list of their times.
struct FrameFolderOutput: OutputDefinition {
  let name = "frames"
  let fileExtensions: [String] = []
  let title = "a folder of frames"
  let family = "folders of frames"
  let features: Set<OutputFeature> = [
    .pictureFiles, .quality, .names, .folders, .pictures, .descriptions,
  ]
  let isFolder = true
  let data = DataSubject.frames

  func storedTimebase(for timebase: Timebase, _ conversion: Conversion) -> Timebase {
    FramesPlan.storedTimebase(
      for: timebase, options: conversion.frames, isArchive: false, player: conversion.player)
  }

  func defaultAlpha(_ conversion: Conversion) -> AlphaMode {
    conversion.frames.format == .jpeg ? .matte : .keep
  }

  func looksWanted(_ conversion: Conversion, _ frames: PlayedFrames) throws -> LooksWanted {
    _ = try conversion.outputPath(for: self)
    return try FramesPlan.looksWanted(
      frames, options: conversion.frames, isArchive: false, player: conversion.player)
  }

  func plan(_ conversion: Conversion, _ frames: PlayedFrames) throws -> any OutputPlan {
    try FramesPlan(
      frames, options: conversion.frames, isArchive: false, player: conversion.player,
      output: .file(conversion.outputPath(for: self)))
  }

  func cost(_ conversion: Conversion, size: PixelSize, frames: Int) -> WritingCost {
    .frameFiles(size)
  }
}
