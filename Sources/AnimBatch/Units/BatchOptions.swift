public import AnimConv
internal import Stages
internal import Threads

/// How a batch runs. None of these options changes a byte of any output.
public struct BatchOptions: Sendable, Hashable {
  /// Threads that compute at the same time, limited to 1 to ``maxJobs``; by default the processors
  /// that this process may use.
  public var jobs = min(BatchOptions.processors, BatchOptions.maxJobs) {
    didSet { jobs = min(max(1, jobs), Self.maxJobs) }
  }
  /// The largest number of threads.
  public static let maxJobs = 1024
  /// Estimated bytes of all conversions together; a conversion that needs more runs alone. Default:
  /// half of the machine's memory.
  public var maxMemory = physicalMemory / 2
  /// Whether unchanged inputs are converted as well.
  public var isForced = false
  /// Whether files that no batch wrote are replaced.
  public var replacesForeignFiles = false
  /// Whether no further conversion starts after a failure.
  public var stopsAtFailure = false

  public init() {}

  /// Processors that this process may use.
  public static var processors: Int {
    processorCount
  }
}

/// An event of a batch.
public enum BatchEvent: Sendable {
  /// A conversion has begun.
  case began(BatchUnit)
  /// Progress of a conversion.
  case progressed(BatchUnit, Conversion.Progress)
  /// A unit is finished, has failed, or was up to date.
  case ended(BatchRecord)
}

/// The result of a batch.
public struct BatchSummary: Sendable, Hashable {
  public var written = 0
  public var unchanged = 0
  public var failed = 0
  /// The temporary failures among ``failed``.
  public var failedTemporarily = 0
  /// Units that were not started or not finished, because of ``BatchOptions/stopsAtFailure`` or
  /// because the run was stopped.
  public var skipped = 0
  /// Whether the run was stopped before every unit was done.
  public var wasStopped = false

  public init() {}

  /// 0 for success, 74 if a repetition may help, otherwise 1.
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
