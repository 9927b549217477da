internal import CLibrary
internal import SystemPackage
internal import Threads

/// The cost of a unit, and the machine.
public struct BatchCost: Sendable, Hashable {
  /// Processor time in microseconds. The time of parallel units in one process is divided evenly
  /// among them, so that the sum is right.
  public var processorMicroseconds: Int
  /// Peak resident memory of the process during the unit, in bytes. Sampled every 20 ms; exact for
  /// a unit that raises the peak of the process.
  public var peakBytes: Int
  /// The machine's name.
  public var host: String
  /// The scheduler's attempt number, from 1.
  public var attempt: Int
}

/// Measures parallel units in one process.
final class RunCost: Sendable {
  private struct Measure {
    var processorMicroseconds = 0
    var peakBytes = 0
  }

  private struct State {
    var atWork: [Int: Measure] = [:]
    var nextTicket = 0
    /// At the last sample.
    var processor = processorMicroseconds
    var peakOfProcess = PeakMemory.ofProcess
    var looked = ContinuousClock.now
  }

  private let state = GuardedState(State())
  private let host: String
  private let attempt: Int

  init(host: String = Machine.name, attempt: Int = Machine.attempt) {
    self.host = host
    self.attempt = attempt
  }

  /// A unit begins.
  ///
  /// - Returns: a value for ``end(_:)``.
  func begin() -> Int {
    state.withLock { state in
      Self.look(&state)
      state.nextTicket += 1
      state.atWork[state.nextTicket] = Measure()
      return state.nextTicket
    }
  }

  /// A unit has ended.
  func end(_ ticket: Int) -> BatchCost {
    state.withLock { state in
      Self.look(&state)
      let measure = state.atWork.removeValue(forKey: ticket)!
      return BatchCost(
        processorMicroseconds: measure.processorMicroseconds, peakBytes: measure.peakBytes,
        host: host, attempt: attempt)
    }
  }

  /// While a unit runs, samples the memory from time to time.
  func lookNowAndThen() {
    state.withLock { state in
      if ContinuousClock.now - state.looked > .milliseconds(20) { Self.look(&state) }
    }
  }

  private static func look(_ state: inout State) {
    let processor = processorMicroseconds
    let peak = PeakMemory.ofProcess
    let bytes = peak > state.peakOfProcess ? peak : PeakMemory.now ?? peak
    let count = state.atWork.count
    if count > 0 {
      let used = max(0, processor - state.processor)
      // A remainder is carried to the next sample.
      for ticket in state.atWork.keys {
        state.atWork[ticket]!.processorMicroseconds += used / count
        state.atWork[ticket]!.peakBytes = max(state.atWork[ticket]!.peakBytes, bytes)
      }
      state.processor = processor - used % count
    } else {
      state.processor = processor
    }
    state.peakOfProcess = peak
    state.looked = .now
  }
}

extension Duration {
  /// Rounded towards zero.
  package var wholeMilliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}

/// The resident memory of this process.
enum PeakMemory {
  /// The peak resident memory, in bytes. Wraps `getrusage`.
  static var ofProcess: Int { peakResidentBytes }

  /// In bytes; nil if the system does not report it.
  static var now: Int? {
    guard let file = try? FileDescriptor.open("/proc/self/statm", .readOnly, options: .closeOnExec)
    else { return nil }
    defer { try? file.close() }
    var text = [UInt8](repeating: 0, count: 128)
    guard let count = try? text.withUnsafeMutableBytes({ try file.read(into: $0) }) else {
      return nil
    }
    let fields = text[..<count].split(separator: UInt8(ascii: " "))
    guard fields.count > 1, let pages = Int(String(decoding: fields[1], as: UTF8.self)) else {
      return nil
    }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}

/// The machine, and the scheduler's job of this process.
enum Machine {
  /// Wraps `gethostname`.
  static let name: String = {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return "" }
    return bytes.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }()

  static let attempt = attempt { name in getenv(name).map { String(cString: $0) } }

  /// Variables with a scheduler's attempt number, and the value of the first attempt.
  private static let variables = [
    ("ANIMCONV_ATTEMPT", 1), ("SLURM_RESTART_COUNT", 0), ("AWS_BATCH_JOB_ATTEMPT", 1),
    ("BATCH_TASK_RETRY_ATTEMPT", 0), ("CLOUD_RUN_TASK_ATTEMPT", 0),
  ]

  /// The scheduler's attempt number, from 1.
  static func attempt(environment: (String) -> String?) -> Int {
    for (name, first) in variables {
      guard let number = environment(name).flatMap({ Int($0) }), number >= first,
        number < 1_000_000
      else { continue }
      return number - first + 1
    }
    return 1
  }
}
