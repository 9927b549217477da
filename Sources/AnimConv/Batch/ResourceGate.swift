#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

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
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>

  /// - Parameters:
  ///   - slots: threads that may compute at once.
  ///   - bytes: of memory, by estimate.
  init(slots: Int, bytes: Int) {
    self.slots = slots
    self.bytes = bytes
    mutex = .allocate(capacity: 1)
    changed = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Waits until there is room.
  ///
  /// - Returns: what to hand to ``leave(_:)`` afterwards.
  func enter(_ need: JobEstimate) -> JobEstimate {
    let need = need.limited(toSlots: slots)
    lock {
      let ticket = nextTicket
      nextTicket += 1
      while ticket != served || !fits(need) { pthread_cond_wait(changed, mutex) }
      served += 1
      atWork += 1
      usedSlots += need.slots
      usedBytes += need.peakBytes
    }
    return need
  }

  func leave(_ need: JobEstimate) {
    lock {
      atWork -= 1
      usedSlots -= need.slots
      usedBytes -= need.peakBytes
    }
  }

  private func fits(_ need: JobEstimate) -> Bool {
    atWork == 0 || need.slots <= slots - usedSlots && need.peakBytes <= bytes - usedBytes
  }

  private func lock(_ body: () -> Void) {
    pthread_mutex_lock(mutex)
    body()
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(mutex)
  }
}
