internal import CLibrary

/// Memory that was freed and that the C library keeps for later: encoders free theirs in pieces, so
/// that most of it would stay with the process although nothing uses it.
package enum FreeMemory {
  private static let last = GuardedState(ContinuousClock.now)

  /// Gives it back to the system, at most once a second: a look at all of it takes some milliseconds.
  package static func giveBackNowAndThen() {
    let isDue = last.withLock { last in
      let now = ContinuousClock.now
      if now - last < .seconds(1) { return false }
      last = now
      return true
    }
    if isDue { giveBack() }
  }

  /// Gives it back now.
  package static func giveBack() { releaseFreeMemory() }
}
