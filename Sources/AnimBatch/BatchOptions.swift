public import AnimConv
internal import Stages
internal import Threads

/// How a batch is carried out. None of this changes a byte of any output.
public struct BatchOptions: Sendable, Hashable {
  /// Threads that compute at once, from 1 to ``maxJobs``, which other numbers become; by default
  /// the processors that this process may use.
  public var jobs = min(BatchOptions.processors, BatchOptions.maxJobs) {
    didSet { jobs = min(max(1, jobs), Self.maxJobs) }
  }
  /// Most threads that compute at once.
  public static let maxJobs = 1024
  /// Bytes of memory for all conversions together, by estimate: one that alone needs more is done
  /// while nothing else is. By default half of the machine's.
  public var maxMemory = physicalMemory / 2
  /// Convert also what has not changed.
  public var isForced = false
  /// Replace files that no batch has written.
  public var replacesForeignFiles = false
  /// Begin no further conversion after a failure.
  public var stopsAtFailure = false

  public init() {}

  /// Processors that this process may use.
  public static var processors: Int {
    processorCount
  }
}

/// What has happened in a batch.
public enum BatchEvent: Sendable {
  /// A conversion has begun.
  case began(BatchUnit)
  /// A conversion has come further.
  case progressed(BatchUnit, Conversion.Progress)
  /// A unit is done, has failed, or had nothing to do.
  case ended(BatchRecord)
}

/// What became of a batch.
public struct BatchSummary: Sendable, Hashable {
  public var written = 0
  public var unchanged = 0
  public var failed = 0
  /// Failures that may pass, among ``failed``.
  public var failedTemporarily = 0
  /// Units that were not begun, or not finished, because of ``BatchOptions/stopsAtFailure`` or
  /// because the run was told to stop.
  public var skipped = 0
  /// Whether the run was told to stop before every unit was done.
  public var wasStopped = false

  public init() {}

  /// 0 when all is well; 74 when a repetition may do better; else 1.
  public var exitCode: Int32 {
    if wasStopped { return FailureKind.inputOutput.exitCode }
    if failed == 0 { return skipped == 0 ? 0 : 1 }
    return failedTemporarily > 0 ? FailureKind.inputOutput.exitCode : 1
  }

  public mutating func count(_ record: BatchRecord) {
    switch record.status {
    case .written: written += 1
    case .unchanged: unchanged += 1
    case .failed:
      failed += 1
      if record.failure?.isTemporary == true { failedTemporarily += 1 }
    }
  }
}
