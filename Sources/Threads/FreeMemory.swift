internal import CLibrary

/// Freed memory that the C library keeps for later. Encoders free their memory in many small
/// blocks, so that most of it would stay with the process unused.
package enum FreeMemory {
  private static let last = GuardedState(ContinuousClock.now)

  /// Returns it to the system, at most once a second, because a full check takes some milliseconds.
  package static func giveBackNowAndThen() {
    let isDue = last.withLock { last in
      let now = ContinuousClock.now
      if now - last < .seconds(1) { return false }
      last = now
      return true
    }
    if isDue { giveBack() }
  }

  /// Returns it immediately.
  package static func giveBack() { releaseFreeMemory() }
}
