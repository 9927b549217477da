internal import AnimConv
internal import Threads

/// Lets conversions begin as long as processors and memory suffice for all that are at work.
///
/// Who came first goes first, so that a large conversion, which has to wait until little else is
/// at work, is not put off for ever by small ones. One that needs more than there is goes alone.
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
  ///   - slots: threads that may compute at once.
  ///   - bytes: of memory, by estimate.
  init(slots: Int, bytes: Int) {
    self.slots = slots
    self.bytes = bytes
  }

  /// Waits until there is room.
  ///
  /// - Returns: what to hand to ``leave(_:)`` afterwards.
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
