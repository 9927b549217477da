package import Threads

/// How much the conversions of a process may take at once.
///
/// ```swift
/// ConversionLimits.shared.memory = 512 << 20
/// ```
///
/// Any number of conversions can be started: those for which processors and memory do not suffice
/// wait, without a thread, an open file or memory of their own, and go in the order in which they
/// came. One that waits ends at once when its task is cancelled. What one conversion writes never
/// depends on what else runs.
///
/// Converters, batches and recordings share ``shared``. Animations open their inputs beside them, no
/// more at once than there are processors, and decode on as many threads, so that what somebody looks
/// at never waits for a conversion.
///
/// **Threads.** A conversion has one thread that reads and one that shapes and writes; decoders of
/// video and of picture files add two, encoders of video between one and six, by the size of the
/// picture alone, so that the bytes are the same on every machine. With the default of
/// ``processors`` these are at most four for each processor, unless one large conversion alone has
/// more on a machine of one or two.
public final class ConversionLimits: Sendable {
  /// The limits of the process, which everything goes by that is not given others.
  public static let shared = ConversionLimits()

  package let gate: WorkGate

  /// Limits of their own, which add to those of the process.
  ///
  /// - Parameters:
  ///   - processors: that compute at once, at least 1; nil for all that the process may use.
  ///   - memory: bytes of all conversions together, by estimate; nil for half of the machine's.
  public init(processors: Int? = nil, memory: Int? = nil) {
    gate = WorkGate(slots: processors ?? processorCount, bytes: memory ?? physicalMemory / 2)
  }

  /// Processors that compute at once, at least 1; by default all that the process may use. What runs
  /// goes on when it is changed.
  public var processors: Int {
    get { gate.slots }
    set { gate.slots = newValue }
  }

  /// Bytes of memory of all conversions together, by estimate: one that alone needs more runs while
  /// no other does. By default half of the machine's.
  public var memory: Int {
    get { gate.bytes }
    set { gate.bytes = newValue }
  }

  /// Conversions that run, or that have opened their input and wait to go on.
  public var running: Int { gate.inside }

  /// Conversions that wait to begin.
  public var waiting: Int { gate.waiting }
}
