internal import AnimTiming
internal import Raster
internal import Stages
internal import SystemPackage
internal import Writing

/// A JPEG, which holds one opaque frame.
struct JPEGOutput: OutputDefinition {
  let name = "jpeg"
  let fileExtensions = ["jpg", "jpeg"]
  let title = "a JPEG"
  let family = "JPEGs"
  let features: Set<OutputFeature> = [.quality]
  let limitsPictures = true

  func defaultAlpha(_ conversion: Conversion) -> Conversion.Shaping.Alpha { .matte }

  func plan(_ conversion: Conversion, _ frames: PlayedFrames) throws -> any OutputPlan {
    guard frames.count == 1 else {
      throw PlanningError.severalFrames(
        OutputKind(self), count: frames.count, numbered: numberedName(conversion.output))
    }
    if frames.shaping.outputHasAlpha {
      throw FrameFilesError.conflict(
        "\(.alpha, case: "\(frames.shaping.alpha)")", "JPEG")
    }
    try frames.checkSides(atMost: JPEGPicture.maxSide, of: title)
    return JPEGPlan(
      quality: conversion.frames.quality ?? JPEGPicture.defaultQuality,
      outputs: [
        Conversion.Plan.Output(
          output: conversion.output, content: .picture, size: frames.shaping.output,
          format: "JPEG")
      ])
  }

  /// The name that would write every frame: `out/walk_%04d.jpg` for `out/walk.jpg`.
  private func numberedName(_ output: AnimationOutput) -> String {
    guard case .file(let path) = output, let stem = path.stem, !stem.contains("%") else {
      return "frame_%04d.jpg"
    }
    return path.removingLastComponent().appending("\(stem)_%04d.\(path.extension ?? "jpg")").string
  }

  func cost(_ conversion: Conversion, size: PixelSize, frames: Int) -> WritingCost {
    WritingCost(
      threads: 1, bytes: size.area * 4 * 4 + (4 << 20), milliseconds: 5, nanosecondsPerPixel: 60)
  }
}
