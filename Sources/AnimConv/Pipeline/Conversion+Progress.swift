extension Conversion {
  /// How far a conversion has come.
  public struct Progress: Sendable, Hashable {
    /// What is being done.
    public enum Phase: String, Sendable, Hashable {
      /// Reading headers, or spooling a stream.
      case surveying
      /// The output depends on what is in the frames: each is looked at before the first is written.
      case looking
      /// Frames are on their way.
      case converting
      /// The container is being completed, read back and moved to its name.
      case finishing
    }

    /// What is being done.
    public var phase: Phase
    /// Frames that are encoded; while looking, those that were looked at.
    public var framesDone: Int
    /// How many it will be at the end of the phase.
    public var framesTotal: Int
    /// Bytes of the output's files so far, which encoders and muxers run behind; nil while there are
    /// none, and for a folder.
    public var byteCount: Int64?

    /// A state of the work.
    public init(phase: Phase, framesDone: Int, framesTotal: Int, byteCount: Int64? = nil) {
      self.phase = phase
      self.framesDone = framesDone
      self.framesTotal = framesTotal
      self.byteCount = byteCount
    }
  }
}
