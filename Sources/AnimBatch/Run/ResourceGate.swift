internal import AnimConv
internal import Threads

/// Starts conversions while processors and memory suffice for all running ones.
///
/// Conversions start in the order in which they arrive, so that small ones cannot delay a large one
/// forever. A conversion that needs more than there is runs alone.
final class ResourceGate: @unchecked Sendable {
  private let slots: Int
  private let bytes: Int
  private var usedSlots = 0
  private var usedBytes = 0
  private var atWork = 0
  private var nextTicket = 0
  private var served = 0
  private let monitor = Monitor()

  /// - Parameters:
  ///   - slots: threads that may compute at the same time.
  ///   - bytes: estimated memory.
  init(slots: Int, bytes: Int) {
    self.slots = slots
    self.bytes = bytes
  }

  /// Waits until there is room.
  ///
  /// - Returns: a value for ``leave(_:)``.
  func enter(_ need: JobEstimate) -> JobEstimate {
    let need = need.limited(toSlots: slots)
    monitor.enter {
      let ticket = nextTicket
      nextTicket += 1
      while ticket != served || !fits(need) { monitor.wait() }
      served += 1
      atWork += 1
      usedSlots += need.slots
      usedBytes += need.peakBytes
    }
    return need
  }

  func leave(_ need: JobEstimate) {
    monitor.enter {
      atWork -= 1
      usedSlots -= need.slots
      usedBytes -= need.peakBytes
    }
  }

  private func fits(_ need: JobEstimate) -> Bool {
    atWork == 0 || need.slots <= slots - usedSlots && need.peakBytes <= bytes - usedBytes
  }
}
