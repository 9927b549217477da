internal import AnimTiming
internal import Raster
internal import SystemPackage
internal import Writing

/// Thumbnails of a film for Jellyfin: pages of 10 x 10 cells in `NAME.trickplay/WIDTH - 10x10`,
/// beside the film `NAME.mkv`.
struct TrickplayOutput: OutputDefinition {
  let name = "trickplay"
  let fileExtensions = ["trickplay"]
  let title = "a folder of thumbnails for Jellyfin"
  let family = "thumbnails"
  let features: Set<OutputFeature> = [.quality]
  let isFolder = true
  let playsByItself = false

  func defaultAlpha(_ conversion: Conversion) -> Conversion.Shaping.Alpha { .matte }

  func plan(_ conversion: Conversion, _ frames: PlayedFrames) throws -> any OutputPlan {
    var pictures = SheetPictures()
    pictures.format = .jpeg
    pictures.quality = conversion.frames.quality
    pictures.matte = conversion.shaping.matte
    return try TrickplayPlan(
      frames, path: conversion.outputPath(for: self), pictures: pictures)
  }

  func cost(_ conversion: Conversion, size: PixelSize, frames: Int) -> WritingCost {
    let page = size.area * TrickplayPlan.columns * TrickplayPlan.rows
    return WritingCost(
      threads: 1, bytes: page * 4 * 4 + (4 << 20), milliseconds: 5, nanosecondsPerPixel: 60)
  }
}
