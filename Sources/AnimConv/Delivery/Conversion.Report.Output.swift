package import Writing

extension Conversion.Report {
  /// One written file, or folder, that was read back.
  public struct Output: Sendable {
    /// What was planned.
    public let planned: Conversion.Plan.Output
    /// Number of frames in it; data files describe all frames.
    public let frameCount: Int
    /// Bytes of the file, or of all files in the folder.
    public let byteCount: Int64
    /// The result of reading a video back; nil for other outputs, which were compared frame by
    /// frame.
    package let readBack: VideoReadBack?
  }
}
