internal import AnimTiming
internal import Messages
internal import Raster
internal import Writing

/// A folder with a picture for each frame, and a list of their times.
struct FrameFolderOutput: FrameFilesOutput {
  let name = "frames"
  let fileExtensions: [String] = []
  let title = "a folder of frames"
  let family = "folders of frames"
  let features: Set<OutputFeature> = [
    .pictureFiles, .depth, .quality, .names, .folders, .pictures, .descriptions, .resuming,
  ]
  let isFolder = true
  let isArchive = false
  let data = DataSubject.frames
}

/// A zip archive of frames with their times, like ugoira archives.
struct UgoiraOutput: FrameFilesOutput {
  let name = "zip"
  let fileExtensions = ["zip"]
  let title = "an archive of frames"
  let family = "archives of frames"
  let isArchive = true
  let features: Set<OutputFeature> = [.pictureFiles, .depth, .quality, .names, .pictures]
}

/// A picture for each frame.
protocol FramePicturesOutput: OutputDefinition {}

extension FramePicturesOutput {
  var keepsEqualTimes: Bool { true }

  func defaultAlpha(_ conversion: Conversion) -> Conversion.Shaping.Alpha {
    (conversion.frames.format ?? .png).keepsAlpha ? .keep : .matte
  }

  func cost(_ conversion: Conversion, size: PixelSize, frames: Int) -> WritingCost {
    .frameFiles(
      size, scales: conversion.frames.scales ?? [1],
      sampleBytes: depth(conversion) == .eight ? 1 : 2)
  }
}

/// Separate files for frames, in a folder or in an archive.
protocol FrameFilesOutput: FramePicturesOutput {
  var isArchive: Bool { get }
}

extension FrameFilesOutput {
  func storedTimebase(for timebase: Timebase, _ conversion: Conversion) -> Timebase {
    FramesPlan.storedTimebase(
      for: timebase, options: conversion.frames, isArchive: isArchive,
      player: conversion.playerAsset)
  }

  func checkNumbers(_ conversion: Conversion) throws {
    try conversion.checkResuming()
    try conversion.frames.checkNumbers()
  }

  func analysisRequest(_ conversion: Conversion, _ frames: PlayedFrames) throws -> AnalysisRequest {
    _ = try conversion.outputPath(for: self)
    return try FramesPlan.analysisRequest(
      frames, options: conversion.frames, isArchive: isArchive, player: conversion.playerAsset)
  }

  func plan(_ conversion: Conversion, _ frames: PlayedFrames) throws -> any OutputPlan {
    try FramesPlan(
      frames, options: conversion.frames, isArchive: isArchive, player: conversion.playerAsset,
      origin: FrameOrigin(conversion), memory: conversion.video.maxMemory,
      output: .file(conversion.outputPath(for: self)))
  }
}

extension Conversion {
  /// - Throws: ``FrameFilesError``: trying several outputs and resuming an earlier one cannot be
  ///   combined.
  func checkResuming() throws {
    if frames.resumes, sizeTarget.maxBytes != nil {
      throw FrameFilesError.conflict(
        "\(.resume, at: "frames.resumes")", "\(.maxBytes)")
    }
  }
}

extension WritingCost {
  /// For pictures in separate files, which are compressed on all processors.
  ///
  /// - Parameter sampleBytes: bytes of a sample.
  static func frameFiles(_ size: PixelSize, scales: [Int], sampleBytes: Int) -> WritingCost {
    let area = scales.reduce(0) { $0 + size.scaled(by: $1).area } * sampleBytes
    // A picture and its compressed form, for a compressing thread and for the thread that passes it
    // in.
    let least = area * 4 * 4 + (4 << 20)
    return WritingCost(
      threads: .max, bytes: least + area * 4 * 8, least: least, milliseconds: 5,
      nanosecondsPerPixel: 60)
  }
}
