extension Conversion {
  /// The progress of a conversion.
  public struct Progress: Sendable, Hashable {
    /// The current phase.
    public enum Phase: String, Sendable, Hashable {
      /// Reading headers, or spooling a stream.
      case surveying
      /// The output depends on the content of the frames; each is examined before the first is
      /// written.
      case analyzing
      /// Frames are being converted.
      case converting
      /// The container is being completed, read back and moved to its name.
      case finishing
    }

    /// The current phase.
    public var phase: Phase
    /// Number of encoded frames; while examining, the number of examined frames.
    public var framesDone: Int
    /// The expected number at the end of the phase.
    public var framesTotal: Int
    /// Bytes of the output's files so far, which lag behind encoders and muxers; nil if there are
    /// none yet, and for a folder.
    public var byteCount: Int64?

    /// Creates a progress value.
    public init(phase: Phase, framesDone: Int, framesTotal: Int, byteCount: Int64? = nil) {
      self.phase = phase
      self.framesDone = framesDone
      self.framesTotal = framesTotal
      self.byteCount = byteCount
    }
  }
}
