internal import AnimTiming
internal import OutputFiles
internal import Reading
internal import SystemPackage
internal import Writing

/// Delivers numbered pictures: they are written and checked in a hidden folder, and get their names
/// beside what is there, all of them or none.
final class NumberedFramesDelivery: FramePicturesDelivery {
  let plan: ConversionPlan
  let frames: FramesPlan
  let folder: OutputFolder
  let pictures: FramePictureFiles
  /// Empty until all are written.
  private(set) var written: [FolderRecord.Entry] = []

  init(_ plan: ConversionPlan, _ frames: FramesPlan) throws {
    guard case .file(let path) = plan.outputs[0].output else { throw OutputError.notAFileName }
    self.plan = plan
    self.frames = frames
    let folder = try OutputFolder(path)
    self.folder = folder
    pictures = FramePictureFiles(frames, in: folder.temporaryPath)
  }

  func finish() throws {
    written = try pictures.finish()
    for text in frames.texts(written) {
      try writeNewFile(text.bytes, at: folder.temporaryPath.appending(text.name))
      written.append(FolderRecord.Entry(name: text.name, bytes: text.bytes))
    }
  }

  var staged: [StagedOutput] {
    written.isEmpty
      ? []
      : zip(frames.paths, frames.pictures + frames.textNames).map { path, name in
        StagedOutput(path: path, temporaryPath: folder.temporaryPath.appending(name))
      }
  }

  func publish(replacing: Bool) throws {
    try folder.publishFiles(frames.pictures + frames.textNames, replacing: replacing)
  }
}
