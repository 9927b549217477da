internal import SystemPackage

extension FrameBudget {
  /// Trims a ``FrameBudget`` when Linux reports that memory is scarce, while this object exists.
  ///
  /// ```swift
  /// let watch = FrameBudget.PressureWatch(budget)
  /// ```
  ///
  /// Once a second, reads the events of the process's control group (version 2) and the time that
  /// tasks waited for memory (pressure stall information). If the system provides neither,
  /// ``isWatching`` is false and nothing happens.
  public final class PressureWatch: Sendable {
    /// Whether the system reports memory pressure.
    public let isWatching: Bool

    private let task: Task<Void, Never>?

    /// Watches until this object is released.
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

  /// How scarce memory is according to the system.
  public enum Pressure: String, Sendable, Hashable {
    /// Processes should free memory that they can rebuild.
    case warning
  }
}

/// The paths of the counters of a ``PressureReading``.
struct PressureFiles: Sendable {
  var events: FilePath?
  var pressure: FilePath?

  /// The files of the process's control group, or else of the machine.
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

  /// Nil if none of the files exists.
  func read() -> PressureReading? {
    let events = events.flatMap(Self.text)
    let pressure = pressure.flatMap(Self.text)
    if events == nil && pressure == nil { return nil }
    var reading = PressureReading()
    reading.add(events: events ?? "")
    reading.add(pressure: pressure ?? "")
    return reading
  }

  /// The start of a small kernel file; nil if it cannot be read.
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
