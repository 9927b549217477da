/// How far a conversion has come.
public struct Progress: Sendable, Hashable {
  /// What is being done.
  public enum Phase: String, Sendable, Hashable {
    /// Reading headers, or spooling a stream.
    case surveying
    /// Frames are on their way.
    case converting
    /// The container is being completed, read back and moved to its name.
    case finishing
  }

  public var phase: Phase
  /// Output frames that were given to the encoder.
  public var framesDone: Int
  /// Output frames in all.
  public var framesTotal: Int

  public init(phase: Phase, framesDone: Int, framesTotal: Int) {
    self.phase = phase
    self.framesDone = framesDone
    self.framesTotal = framesTotal
  }
}
