internal import AnimTiming
internal import Raster
internal import Stages
internal import Writing

/// Only the record of frames, in one of its forms: an index of the input.
struct FrameRecordOutput: OutputDefinition {
  let name = "record"
  let fileExtensions: [String] = []
  let title = "a record of frames"
  let family = "records of frames"
  let features: Set<OutputFeature> = [.pictureFiles, .depth, .descriptions]
  let playsByItself = false
  let showsPixels = false
  /// As for frames that are written with pictures.
  let keepsEqualTimes = true
  let data = DataSubject.frames

  func plan(_ conversion: Conversion, _ frames: PlayedFrames) throws -> any OutputPlan {
    let lists = conversion.frames.lists ?? [.jsonl]
    guard lists.count == 1, lists[0].isRecord else { throw FrameFilesError.noPictures }
    return FrameRecordPlan(
      format: lists[0], record: FrameOrigin(conversion).record(of: frames, isWanted: true),
      outputs: [
        Conversion.Plan.Output(
          output: conversion.output, content: .data, size: nil, format: lists[0].title)
      ])
  }

  func cost(_ conversion: Conversion, size: PixelSize, frames: Int) -> WritingCost {
    WritingCost(
      threads: 1, bytes: min(frames, 1 << 40) * 1024, milliseconds: 5, nanosecondsPerPixel: 0)
  }
}
