internal import AnimTiming
internal import Raster
internal import Writing

/// Uncompressed video for a pipe to another tool. Its rate is constant: a frame that is shown for
/// longer than the shortest common time is repeated.
struct RawVideoOutput: OutputDefinition {
  let format: RawVideoFormat

  var name: String { format.rawValue }
  var fileExtensions: [String] { [format.rawValue] }
  var title: String { format == .y4m ? "a Y4M" : "raw RGBA" }
  let family = "raw videos"
  let features: Set<OutputFeature> = []
  var playsByItself: Bool { format == .y4m }

  func defaultAlpha(_ conversion: Conversion) -> Conversion.Shaping.Alpha {
    format == .y4m ? .matte : .keep
  }

  func analysisRequest(_ conversion: Conversion, _ frames: PlayedFrames) throws -> AnalysisRequest {
    let unit = frames.timeline.commonDivisor
    try frames.checkParts(limit: conversion.timing.maxOutputFrames) { Int($0 / unit) }
    return AnalysisRequest()
  }

  func plan(_ conversion: Conversion, _ frames: PlayedFrames) throws -> any OutputPlan {
    if format == .y4m, frames.shaping.outputHasAlpha {
      throw FrameFilesError.conflict(
        "\(.alpha, case: "\(frames.shaping.alpha)")", "Y4M")
    }
    let timeline = frames.timeline
    return RawVideoPlan(
      format: format,
      frameTime: try RationalTime(ticks: timeline.commonDivisor, timebase: timeline.timebase),
      repeats: timeline.durations.map { Int($0 / timeline.commonDivisor) },
      outputs: [
        Conversion.Plan.Output(
          output: conversion.output, content: .picture, size: frames.shaping.output,
          format: format == .y4m ? "Y4M" : "raw RGBA")
      ])
  }

  func cost(_ conversion: Conversion, size: PixelSize, frames: Int) -> WritingCost {
    WritingCost(
      threads: 1, bytes: size.area * 4 * 4 + (4 << 20), milliseconds: 2, nanosecondsPerPixel: 10)
  }
}
