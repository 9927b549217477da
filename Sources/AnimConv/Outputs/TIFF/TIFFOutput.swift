internal import AnimTiming
internal import Raster
internal import Writing

/// A TIFF with a page for each frame, of 8 or 16 bits a sample. It has no times.
struct TIFFOutput: OutputDefinition {
  let name = "tiff"
  let fileExtensions = ["tiff", "tif"]
  let title = "a TIFF"
  let family = "TIFFs"
  let features: Set<OutputFeature> = [.depth]
  let playsByItself = false
  let keepsEqualTimes = true

  func plan(_ conversion: Conversion, _ frames: PlayedFrames) throws -> any OutputPlan {
    var options = conversion.frames
    options.format = .tiff
    return TIFFPlan(
      depth: try SampleDepth.decided(options, frames),
      outputs: [
        Conversion.Plan.Output(
          output: conversion.output, content: .picture, size: frames.shaping.output,
          format: "TIFF")
      ])
  }

  func cost(_ conversion: Conversion, size: PixelSize, frames: Int) -> WritingCost {
    WritingCost(
      threads: 1,
      bytes: size.area * 4 * (depth(conversion) == .eight ? 3 : 6) + (4 << 20),
      milliseconds: 5, nanosecondsPerPixel: 60)
  }
}
