import Foundation

/// What Linux reports about this process.
public enum ProcessFigures {
  /// Resident memory now, in KiB.
  public static var residentKiB: Int { field("VmRSS:") }
  /// The most resident memory so far, in KiB.
  public static var peakKiB: Int { field("VmHWM:") }
  /// Threads now.
  public static var threads: Int { field("Threads:") }
  /// Waits until all threads of this process are idle.
  public static func untilIdle() async throws {
    var before = -1.0
    while processorSeconds - before > 0.002 {
      before = processorSeconds
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  private static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Open descriptors.
  public static var openFiles: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }
  /// Processors that this process may use.
  public static var processors: Int { ProcessInfo.processInfo.activeProcessorCount }

  private static func field(_ name: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.split(whereSeparator: { " \t".contains($0) }).dropFirst().first
      .flatMap { Int($0) } ?? 0
  }
}
