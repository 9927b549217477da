internal import AnimTiming
internal import OutputFiles
internal import Raster
internal import Reading
internal import Stages
internal import SystemPackage
internal import Writing

/// Delivers a folder of frames, the lists of their times and what a player needs beside them.
final class FrameFolderDelivery: FramePicturesDelivery {
  let plan: ConversionPlan
  let frames: FramesPlan
  let folder: OutputFolder
  let pictures: FramePictureFiles
  /// Everything that was written, in order.
  private(set) var written: [FolderRecord.Entry] = []

  init(_ plan: ConversionPlan, _ frames: FramesPlan) throws {
    guard case .file(let path) = plan.outputs[0].output else { throw OutputError.notAFileName }
    self.plan = plan
    self.frames = frames
    let folder = try OutputFolder(path)
    self.folder = folder
    if frames.options.usesImageSets {
      for file in frames.files {
        try makeFolder(
          folder.temporaryPath.appending(file.name).removingLastComponent())
      }
    }
    pictures = FramePictureFiles(frames, in: folder.temporaryPath)
  }

  /// Texts come after every picture, the record of what was written at the very end.
  func finish() throws {
    written = try pictures.finish()
    for text in frames.texts(written) { try write(text.bytes, named: text.name) }
    try writeNewFile(
      Array(FolderRecord(written).text.utf8),
      at: folder.temporaryPath.appending(FolderRecord.fileName))
  }

  private func write(_ bytes: [UInt8], named name: String) throws {
    try writeNewFile(bytes, at: folder.temporaryPath.appending(name))
    written.append(FolderRecord.Entry(name: name, bytes: bytes))
  }

  var staged: [StagedOutput] { [StagedOutput(folder)] }

  func publish(replacing: Bool) throws { try folder.publish(replacing: replacing) }
}
