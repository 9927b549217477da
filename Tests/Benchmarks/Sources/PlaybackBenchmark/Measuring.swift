import Foundation

extension Duration {
  var milliseconds: Double {
    Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
  }
}

/// A number with two decimals.
func text(_ value: Double) -> String { String(format: "%.2f", value) }

/// Random numbers that are the same in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
    return z ^ z >> 31
  }
}

/// What Linux reports about this process.
enum Memory {
  /// The most resident memory so far, in KiB.
  static var peakKiB: Int { field("VmHWM:") }
  /// Resident memory now, in KiB.
  static var residentKiB: Int { field("VmRSS:") }

  /// Resets the peak to the memory that is resident now.
  static func forgetPeak() {
    try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
  }

  /// Open descriptors.
  static var openFiles: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }

  private static func field(_ name: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.split(separator: " ").dropLast().last.flatMap { Int($0) }
      ?? line?.split(whereSeparator: { " \t".contains($0) }).dropFirst().first.flatMap { Int($0) }
      ?? 0
  }
}
