extension Conversion.Report {
  /// The time and memory that a conversion took.
  public struct Usage: Sendable, Hashable {
    /// How long it waited for its turn, and for processors and memory.
    public let waiting: Duration
    /// The time in each phase, until its outputs got their names. A search for a size or quality
    /// passes through phases several times. Conversions that read their input together share their
    /// time.
    public let phases: [Conversion.Progress.Phase: Duration]
    /// The bytes that ``ConversionLimits`` counted for it.
    public let estimatedMemory: Int
    /// The largest resident memory that the process has had so far, in bytes.
    public let processPeakMemory: Int
  }
}
