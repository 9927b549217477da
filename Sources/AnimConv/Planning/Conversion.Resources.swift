public import SystemPackage

extension Conversion {
  /// What a conversion may take of a machine that it shares, for servers.
  ///
  /// ```swift
  /// conversion.resources.deadline = .now + .seconds(10)
  /// conversion.resources.maxOutputBytes = 50_000_000
  /// conversion.reading.limits.maxInputBytes = 20_000_000
  /// ```
  ///
  /// ``ConversionLimits`` bound what all conversions take together.
  public struct Resources: Sendable, Hashable {
    /// When the conversion is cancelled, waiting for its turn included; it then fails with
    /// ``FailureCode/deadlineExceeded`` and leaves no file. Nil for never.
    public var deadline: ContinuousClock.Instant?
    /// The place among waiting conversions: one of a higher priority starts first. Nil for the
    /// priority of the task. It does not change how fast a running conversion is.
    public var priority: TaskPriority?
    /// Bytes of everything that is written; with more, the conversion fails with
    /// ``FailureCode/tooLarge(bytes:allowed:)``. Checked while files grow, except in searches for
    /// ``Conversion/sizeTarget`` and ``Conversion/qualityTarget``, whose result is checked. Nil for no
    /// limit.
    public var maxOutputBytes: Int64?
    /// Bytes of temporary files in addition to the output: copies of streams, and frames and packets
    /// that do not fit into memory. With more, the conversion fails with ``FailureCode/noSpace``. Nil
    /// for no limit.
    public var maxTemporaryBytes: Int64?
    /// The folder of temporary files; nil for `TMPDIR`, or the folder of the output for those that
    /// need about as much space as the output. An unfinished output is always in its own folder.
    public var temporaryFolder: FilePath?

    /// Without limits, at the priority of the task.
    public init() {}

    /// Hashes every limit.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(deadline)
      hasher.combine(priority?.rawValue)
      hasher.combine(maxOutputBytes)
      hasher.combine(maxTemporaryBytes)
      hasher.combine(temporaryFolder)
    }
  }
}
