/// libaom's effort, on its own scale.
///
/// Above `cpu-used` 6, good-quality mode is no faster; realtime mode is, but takes 20 % more bytes.
struct AVIFSpeed: Sendable, Hashable {
  enum Usage: String, Sendable, Hashable {
    case good, realtime, allintra
  }

  let usage: Usage
  /// From 0 (small) to 8 (fast).
  let cpuUsed: Int

  /// - Parameter effort: from 0 (fast) to 9 (small).
  init(effort: Int, isStill: Bool) {
    if isStill {
      usage = .allintra
      cpuUsed = [8, 8, 7, 6, 5, 4, 3, 2, 1, 0][effort]
    } else if effort < 3 {
      usage = .realtime
      cpuUsed = 8 - effort
    } else {
      usage = .good
      cpuUsed = 9 - effort
    }
  }

  private init(usage: Usage, cpuUsed: Int) {
    self.usage = usage
    self.cpuUsed = cpuUsed
  }

  /// This speed, or a slower one that avoids two faults of libaom 3.6 at its fastest speed: it reads
  /// a second plane of single-plane images, and lossless images are not exact.
  var unhurried: AVIFSpeed {
    usage == .realtime ? AVIFSpeed(usage: .good, cpuUsed: 6) : self
  }
}
