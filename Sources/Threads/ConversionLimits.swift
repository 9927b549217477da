/// Limits on what the conversions of a process use at the same time.
///
/// ```swift
/// ConversionLimits.shared.memory = 512 << 20
/// ```
///
/// Any number of conversions can be started. If there are not enough processors or memory, a
/// conversion waits without a thread, an open file or memory; conversions start in the order in
/// which they arrive. A waiting conversion ends at once when its task is cancelled. The output of a
/// conversion never depends on what else runs.
///
/// Converters, batches and recordings share ``shared``. Animations open their inputs independently
/// of it: at most as many at once as there are processors, decoding on as many threads. Playback
/// therefore never waits for a conversion.
///
/// **Threads.** A conversion has one thread that reads and one that shapes and writes. Decoders of
/// video and image files add two. Video encoders add one to six, depending only on the frame size,
/// so every machine writes the same bytes. With the default of ``processors``, there are at most
/// four threads for each processor, unless a single large conversion alone has more on a machine
/// with one or two processors.
public final class ConversionLimits: Sendable {
  /// The limits of the process. Everything without limits of its own uses them.
  public static let shared = ConversionLimits()

  package let gate: WorkGate

  /// Separate limits, in addition to those of the process.
  ///
  /// - Parameters:
  ///   - processors: processors that compute at once, at least 1; nil for all that the process may
  ///     use.
  ///   - memory: estimated bytes of all conversions together; nil for half of the machine's memory.
  public init(processors: Int? = nil, memory: Int? = nil) {
    gate = WorkGate(slots: processors ?? processorCount, bytes: memory ?? physicalMemory / 2)
  }

  /// Processors that compute at the same time, at least 1. Default: all that the process may use. A
  /// change does not stop running conversions.
  public var processors: Int {
    get { gate.slots }
    set { gate.slots = newValue }
  }

  /// Estimated bytes of all conversions together. A conversion that needs more runs alone. Default:
  /// half of the machine's memory.
  public var memory: Int {
    get { gate.bytes }
    set { gate.bytes = newValue }
  }

  /// Conversions that run, or that have opened their input and wait to continue.
  public var running: Int { gate.inside }

  /// Conversions that wait to start.
  public var waiting: Int { gate.waiting }
}
