internal import AnimTiming
internal import OutputFiles
internal import Raster
internal import Reading
internal import Stages
internal import SystemPackage
internal import Writing

/// Delivers a folder of frames, the lists of their times and a player's additional files.
final class FrameFolderDelivery: FramePicturesDelivery {
  let plan: Conversion.Plan
  let unseen: UnseenFrames

  init(_ plan: Conversion.Plan, _ frames: FramesPlan, tick: () throws -> Void) throws {
    guard case .file(let path) = plan.outputs[0].output else { throw OutputError.notAFileName }
    self.plan = plan
    unseen = try UnseenFrames(path, frames, tick: tick)
  }

  /// The record is written last.
  func finish() throws {
    try unseen.finish()
    try writeNewFile(
      Array(FolderRecord(unseen.written).text.utf8),
      at: unseen.folder.temporaryPath.appending(FolderRecord.fileName))
  }

  var staged: [StagedOutput] { [StagedOutput(unseen.folder)] }

  func publish(replacing: Bool) throws {
    try OutputFolder.check(unseen.folder.path, replacing: replacing)
    unseen.settle()
    try unseen.folder.publish(replacing: replacing)
  }
}
