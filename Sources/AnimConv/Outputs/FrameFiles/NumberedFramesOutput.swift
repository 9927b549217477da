internal import AnimTiming
internal import OutputFiles
internal import Raster
internal import SystemPackage
internal import TextFormats
internal import Writing

/// Pictures with numbers in their names, `frame_%04d.png`, in a folder that may hold other files:
/// those stay as they are.
struct NumberedFramesOutput: FramePicturesOutput {
  let name = "numbered"
  let fileExtensions: [String] = []
  let title = "numbered pictures"
  let family = "folders of frames"
  let features: Set<OutputFeature> = [.pictureFiles, .quality, .pictures]
  let makesFolder = true
  let playsByItself = false

  func isMeant(by name: String) -> Bool { NumberedName(name) != nil }

  func suited(_ conversion: Conversion) -> Conversion {
    var suited = conversion
    suited.frames.pattern = conversion.namePattern
    suited.frames.format = conversion.frames.format ?? suited.frames.pattern?.format
    return suited
  }

  func checkNumbers(_ conversion: Conversion) throws {
    _ = try conversion.outputPath(for: self)
    guard let pattern = conversion.frames.pattern else {
      throw FrameFilesError.noNumber(conversion.output.name)
    }
    try conversion.frames.check(pattern)
    try conversion.frames.checkNumbers()
  }

  /// Only the frames say how many follow.
  func certainFiles(_ conversion: Conversion, at path: FilePath) -> [FilePath] {
    guard let pattern = path.lastComponent.flatMap({ NumberedName($0.string) }) else {
      return [path]
    }
    let number = zeroPadded(max(0, conversion.frames.start ?? 0), min(18, pattern.digits))
    let name = "\(pattern.prefix)\(number)\(pattern.suffix).\(pattern.fileExtension)"
    return [path.removingLastComponent().appending(name)]
  }

  func plan(_ conversion: Conversion, _ frames: PlayedFrames) throws -> any OutputPlan {
    var options = conversion.frames
    options.lists = []
    return try FramesPlan(
      frames, options: options, isArchive: false, memory: conversion.video.maxMemory,
      output: .file(conversion.outputPath(for: self)))
  }
}

extension Conversion {
  /// What the output's name says of pictures with numbers; nil where it has none.
  fileprivate var namePattern: NumberedName? {
    guard case .file(let path) = output, let name = path.lastComponent else { return nil }
    return NumberedName(name.string)
  }
}
