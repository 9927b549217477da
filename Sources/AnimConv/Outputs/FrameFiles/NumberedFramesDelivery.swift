internal import AnimTiming
internal import OutputFiles
internal import Reading
internal import SystemPackage
internal import Writing

/// Delivers numbered pictures: they are written and checked in a hidden folder, then renamed into
/// the output's folder, all of them or none.
final class NumberedFramesDelivery: FramePicturesDelivery {
  let plan: Conversion.Plan
  let unseen: UnseenFrames
  private var names: [String] { unseen.frames.pictures + unseen.frames.textNames }

  init(_ plan: Conversion.Plan, _ frames: FramesPlan, tick: () throws -> Void) throws {
    guard case .file(let path) = plan.outputs[0].output else { throw OutputError.notAFileName }
    self.plan = plan
    unseen = try UnseenFrames(path, frames, tick: tick)
  }

  func finish() throws { try unseen.finish() }

  var staged: [StagedOutput] {
    unseen.written.isEmpty
      ? []
      : zip(unseen.frames.paths, names).map { path, name in
        StagedOutput(path: path, temporaryPath: unseen.folder.temporaryPath.appending(name))
      }
  }

  func publish(replacing: Bool) throws {
    try unseen.folder.publishFiles(names, replacing: replacing)
  }
}
