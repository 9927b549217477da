internal import AnimTiming
internal import OutputFiles
internal import Raster
internal import Reading
internal import Stages
internal import SystemPackage
internal import Writing

/// Delivers a folder of frames, the lists of their times and what a player needs beside them.
final class FrameFolderDelivery: Delivery {
  private let plan: ConversionPlan
  private let frames: FramesPlan
  private let folder: OutputFolder
  private let pictures: FramePictureFiles
  /// Everything that was written, in order.
  private var written: [FolderRecord.Entry] = []

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

  var playsWanted: Int { plan.timing.schedule.plays }

  func write(_ frame: TimedFrame) throws { try pictures.write(frame) }

  /// Texts come after every picture, the record of what was written at the very end.
  func finish() throws {
    written = try pictures.finish()
    for text in frames.texts { try write(text.bytes, named: text.name) }
    try writeNewFile(
      Array(FolderRecord(written).text.utf8),
      at: folder.temporaryPath.appending(FolderRecord.fileName))
  }

  private func write(_ bytes: [UInt8], named name: String) throws {
    try writeNewFile(bytes, at: folder.temporaryPath.appending(name))
    written.append(FolderRecord.Entry(name: name, bytes: bytes))
  }

  func cancel() { pictures.cancel() }

  func check(_ isCancelled: () throws -> Void) throws -> [WrittenOutput] {
    try isCancelled()
    var options = ReadingOptions()
    options.limits = .unlimited
    let files = try DiskFolder(folder.temporaryPath, limits: options.limits)
    try FramesReadBack(plan: frames).check(files, kind: .frameFolder, options: options)
    return [
      WrittenOutput(
        planned: plan.outputs[0], frameCount: plan.frameCount,
        byteCount: written.reduce(0) { $0 + Int64($1.byteCount) }, readBack: nil)
    ]
  }

  var staged: [StagedOutput] { [StagedOutput(folder)] }

  func publish(replacing: Bool) throws { try folder.publish(replacing: replacing) }

  func discard() { folder.discard() }
}
