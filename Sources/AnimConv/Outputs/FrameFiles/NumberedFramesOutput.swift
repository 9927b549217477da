internal import AnimTiming
internal import OutputFiles
internal import Raster
internal import SystemPackage
internal import Writing

/// Pictures with numbers or other placeholders in their names, `frame_%04d.png` or
/// `{stem}-{time}.png`, in a folder that may hold other files: those stay as they are.
struct NumberedFramesOutput: FramePicturesOutput {
  let name = "numbered"
  let fileExtensions: [String] = []
  let title = "numbered pictures"
  let family = "folders of frames"
  let features: Set<OutputFeature> = [
    .pictureFiles, .depth, .quality, .pictures, .descriptions, .resuming,
  ]
  let makesFolder = true
  let playsByItself = false
  let data = DataSubject.frames

  func isMeant(by name: String) -> Bool { PicturePattern.isMeant(by: name) }

  func storedTimebase(for timebase: Timebase, _ conversion: Conversion) -> Timebase {
    FramesPlan.storedTimebase(
      for: timebase, options: conversion.frames, isArchive: false, player: nil)
  }

  func suited(_ conversion: Conversion) -> Conversion {
    var suited = conversion
    suited.frames.pattern = conversion.outputName.flatMap { try? PicturePattern($0) }
    suited.frames.format = conversion.frames.format ?? suited.frames.pattern?.format
    return suited
  }

  func checkNumbers(_ conversion: Conversion) throws {
    let folder = try conversion.outputPath(for: self).removingLastComponent()
    if FileStatus(of: folder, followingLinks: true) == nil,
      PicturePattern.hasPlaceholder(folder.string)
    {
      throw FrameFilesError.patternInFolder(folder.string)
    }
    try conversion.frames.check(try PicturePattern(conversion.outputName ?? ""))
    try conversion.checkResuming()
    try conversion.frames.checkNumbers()
  }

  /// Only the first file is certain: the number of files and their times depend on the frames.
  func certainFiles(_ conversion: Conversion, at path: FilePath) -> [FilePath] {
    guard let pattern = path.lastComponent.flatMap({ try? PicturePattern($0.string) }),
      let name = pattern.firstName(stem: conversion.input.stem, start: conversion.frames.start ?? 0)
    else { return [path] }
    return [path.removingLastComponent().appending(name)]
  }

  func plan(_ conversion: Conversion, _ frames: PlayedFrames) throws -> any OutputPlan {
    var options = conversion.frames
    options.lists = options.lists ?? []
    return try FramesPlan(
      frames, options: options, isArchive: false, origin: FrameOrigin(conversion),
      memory: conversion.video.maxMemory, output: .file(conversion.outputPath(for: self)))
  }
}

extension Conversion {
  /// The output's name, without folders.
  fileprivate var outputName: String? {
    guard case .file(let path) = output else { return nil }
    return path.lastComponent?.string
  }
}

extension Conversion {
  /// Whether the output's name is a pattern for a picture of each frame: it has a part that differs
  /// from frame to frame, so that `{tag}` in it means the tag of the frame.
  package var namesEachFrame: Bool {
    guard let pattern = outputName.flatMap({ try? PicturePattern($0) }) else { return false }
    return !pattern.values.subtracting([.tag, .stem]).isEmpty
  }
}
