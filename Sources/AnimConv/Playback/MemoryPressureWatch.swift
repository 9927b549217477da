internal import SystemPackage

/// Trims a ``FrameBudget`` when Linux says that memory is scarce, for as long as it is kept.
///
/// ```swift
/// let watch = MemoryPressureWatch(budget)
/// ```
///
/// Looks once a second at the events of the process's control group (version 2) and at the time
/// that tasks waited for memory (pressure stall information). Where the system tells neither,
/// ``isWatching`` is false and nothing happens.
public final class MemoryPressureWatch: Sendable {
  /// Whether the system tells how scarce memory is.
  public let isWatching: Bool

  private let task: Task<Void, Never>?

  /// Watches until this object goes.
  public convenience init(_ budget: FrameBudget) {
    self.init(budget, files: PressureFiles.ofThisProcess(), interval: .seconds(1))
  }

  init(_ budget: FrameBudget, files: PressureFiles, interval: Duration) {
    guard let first = files.read() else {
      isWatching = false
      task = nil
      return
    }
    isWatching = true
    task = Task { [weak budget] in
      var last = first
      while !Task.isCancelled {
        // The loop ends when the task is cancelled.
        try? await Task.sleep(for: interval)
        guard !Task.isCancelled, let budget, let reading = files.read() else { return }
        if reading.isScarcer(than: last, after: interval) { budget.trim(.warning) }
        last = reading
      }
    }
  }

  deinit { task?.cancel() }
}

/// Where the counters of a ``PressureReading`` are.
struct PressureFiles: Sendable {
  var events: FilePath?
  var pressure: FilePath?

  /// Of the control group that the process is in, else of the machine.
  static func ofThisProcess() -> PressureFiles {
    var files = PressureFiles(events: nil, pressure: "/proc/pressure/memory")
    // A line of version 2: "0::/user.slice/...".
    let groups = text(of: "/proc/self/cgroup")?.split(separator: "\n") ?? []
    if let group = groups.first(where: { $0.hasPrefix("0::/") }) {
      let folder = FilePath("/sys/fs/cgroup").pushing(FilePath(String(group.dropFirst(4))))
      files.events = folder.appending("memory.events")
      let pressure = folder.appending("memory.pressure")
      if text(of: pressure) != nil { files.pressure = pressure }
    }
    return files
  }

  /// Nil when there is none of the files.
  func read() -> PressureReading? {
    let events = events.flatMap(Self.text)
    let pressure = pressure.flatMap(Self.text)
    if events == nil && pressure == nil { return nil }
    var reading = PressureReading()
    reading.add(events: events ?? "")
    reading.add(pressure: pressure ?? "")
    return reading
  }

  /// The start of a small file of the kernel's; nil when it cannot be read.
  private static func text(of path: FilePath) -> String? {
    guard let file = try? FileDescriptor.open(path, .readOnly, options: .closeOnExec) else {
      return nil
    }
    defer { try? file.close() }
    var bytes = [UInt8](repeating: 0, count: 4096)
    guard let count = try? bytes.withUnsafeMutableBytes({ try file.read(into: $0) }) else {
      return nil
    }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}

/// How scarce the system says that memory is.
public enum MemoryPressure: String, Sendable, Hashable {
  /// Processes should let go of what they can make again.
  case warning
}
