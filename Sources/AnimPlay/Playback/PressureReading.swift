/// Memory pressure reported by the Linux kernel: counters that only grow.
///
/// `memory.events` of the process's control group counts how often it reached its limits.
/// `memory.pressure`, of the group or of the machine, sums the time in which some task waited for
/// memory.
struct PressureReading: Hashable {
  /// How often the group reached `memory.high` or `memory.max`, or ran out of memory.
  var events: UInt64 = 0
  /// Microseconds in which at least one task waited for memory.
  var stalled: UInt64 = 0

  /// The share of time between two readings, in thousandths, above which waiting for memory means
  /// that memory is scarce.
  static let scarcePermille: UInt64 = 100

  /// Whether memory became scarce since an earlier reading.
  func isScarcer(than earlier: PressureReading, after interval: Duration) -> Bool {
    if events > earlier.events { return true }
    let (seconds, attoseconds) = interval.components
    let passed =
      UInt64(max(0, seconds)) * 1_000_000 + UInt64(max(0, attoseconds)) / 1_000_000_000_000
    return stalled > earlier.stalled
      && (stalled - earlier.stalled) * 1000 > passed * Self.scarcePermille
  }

  /// Reads the text of `memory.events`: lines of a name and a count.
  mutating func add(events text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, ["high", "max", "oom"].contains(words[0]) else { continue }
      events &+= UInt64(words[1]) ?? 0
    }
  }

  /// Reads the text of `memory.pressure`: `some avg10=0.00 avg60=0.00 avg300=0.00 total=0`.
  mutating func add(pressure text: String) {
    for line in text.split(separator: "\n") where line.hasPrefix("some ") {
      for word in line.split(separator: " ") where word.hasPrefix("total=") {
        stalled &+= UInt64(word.dropFirst(6)) ?? 0
      }
    }
  }
}
