internal import SystemPackage

/// How a video is written.
public struct VideoPlan: Sendable {
  public let encoding: VideoEncoding
  /// What the encoders are told of the time.
  let schedule: VideoSchedule

  /// - Parameter plays: how many equal plays the frames are.
  /// - Throws: ``WritingError``.
  init(
    container: VideoContainer, options: VideoOptions, frames: PlayedFrames, plays: Int
  ) throws {
    schedule = VideoSchedule(
      timeline: frames.timeline, plays: plays,
      changedPermille: frames.source.info.changedPermille)
    encoding = try VideoEncoding.resolve(
      container: container, options: options, size: frames.shaping.output,
      keepsAlpha: frames.shaping.outputHasAlpha, schedule: schedule)
  }

  /// The file, or the two of a pair.
  ///
  /// - Throws: ``PlanningError/pairNeedsFiles``.
  func outputs(_ output: Output, shaping: ShapingPlan) throws -> [PlannedOutput] {
    func planned(_ output: Output, _ content: PlannedOutput.Content) -> PlannedOutput {
      PlannedOutput(
        output: output, content: content, size: encoding.codedSize,
        format: encoding.container.title, encoding: encoding)
    }
    guard shaping.alpha == .pair else { return [planned(output, .picture)] }
    guard case .file(let path) = output else { throw PlanningError.pairNeedsFiles }
    return [planned(output, .picture), planned(.file(Self.alphaTwin(of: path)), .alpha)]
  }

  /// `NAME-alpha.EXTENSION` beside a file.
  static func alphaTwin(of path: FilePath) -> FilePath {
    let stem = path.stem ?? ""
    let name = path.extension.map { "\(stem)-alpha.\($0)" } ?? "\(stem)-alpha"
    return path.removingLastComponent().appending(name)
  }
}
