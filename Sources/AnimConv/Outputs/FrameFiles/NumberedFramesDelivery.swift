internal import AnimTiming
internal import OutputFiles
internal import Reading
internal import SystemPackage
internal import Writing

/// Delivers numbered pictures: they are written and checked in a hidden folder, and get their names
/// beside what is there, all of them or none.
final class NumberedFramesDelivery: Delivery {
  private let plan: ConversionPlan
  private let frames: FramesPlan
  private let folder: OutputFolder
  private let pictures: FramePictureFiles
  /// Empty until all are written.
  private var written: [FolderRecord.Entry] = []

  init(_ plan: ConversionPlan, _ frames: FramesPlan) throws {
    guard case .file(let path) = plan.outputs[0].output else { throw OutputError.notAFileName }
    self.plan = plan
    self.frames = frames
    let folder = try OutputFolder(path)
    self.folder = folder
    pictures = FramePictureFiles(frames, in: folder.temporaryPath)
  }

  var playsWanted: Int { plan.timing.schedule.plays }

  func write(_ frame: TimedFrame) throws { try pictures.write(frame) }

  func finish() throws { written = try pictures.finish() }

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

  var staged: [StagedOutput] {
    written.isEmpty
      ? []
      : zip(frames.paths, frames.pictures).map { path, name in
        StagedOutput(path: path, temporaryPath: folder.temporaryPath.appending(name))
      }
  }

  func publish(replacing: Bool) throws {
    try folder.publishFiles(frames.pictures, replacing: replacing)
  }

  func discard() { folder.discard() }
}
