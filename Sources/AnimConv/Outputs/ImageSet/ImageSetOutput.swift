internal import Raster
internal import Writing

/// An Apple imageset, or a catalog of imagesets, with a column of frames for each scale.
struct ImageSetOutput: OutputDefinition {
  let name = "imageset"
  let fileExtensions = ["imageset", "xcassets"]
  let title = "an imageset"
  let family = "imagesets"
  let features: Set<OutputFeature> = [.layout, .names, .pictures, .descriptions, .imageSets]
  let isFolder = true
  let data = DataSubject.player
  let playsByItself = false

  func checkNumbers(_ conversion: Conversion) throws {
    try conversion.sheet.decided.checkNumbers()
  }

  func analysisRequest(_ conversion: Conversion, _ frames: PlayedFrames) throws -> AnalysisRequest {
    try ImageSetPlan.analysisRequest(
      frames, path: conversion.outputPath(for: self), sheet: conversion.sheet,
      names: conversion.imageSet)
  }

  func plan(_ conversion: Conversion, _ frames: PlayedFrames) throws -> any OutputPlan {
    try ImageSetPlan(
      frames, path: conversion.outputPath(for: self), sheet: conversion.sheet,
      names: conversion.imageSet)
  }

  func cost(_ conversion: Conversion, size: PixelSize, frames: Int) -> WritingCost {
    .sheet(size, frames: frames, conversion.sheet)
  }
}
