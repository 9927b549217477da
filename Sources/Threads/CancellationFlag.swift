internal import Synchronization

/// Stops the threads of one conversion.
package final class CancellationFlag: Sendable {
  private struct Handlers {
    var bodies: [UInt64: @Sendable () -> Void] = [:]
    var last: UInt64 = 0
  }

  private let isSet = Atomic(false)
  private let handlers = GuardedState(Handlers())

  package init() {}

  /// Sets the flag and calls the registered closures on this thread.
  package func set() {
    isSet.store(true, ordering: .sequentiallyConsistent)
    let bodies = handlers.withLock { handlers in
      defer { handlers.bodies = [:] }
      return Array(handlers.bodies.values)
    }
    for body in bodies { body() }
  }

  package var isCancelled: Bool { isSet.load(ordering: .relaxed) }

  /// - Throws: `CancellationError` once the flag is set.
  package func check() throws {
    if isSet.load(ordering: .relaxed) { throw CancellationError() }
  }

  /// Calls `body` once when the flag is set, or immediately if it is already set.
  ///
  /// - Returns: a token for ``forget(_:)``.
  @discardableResult
  package func whenSet(_ body: @escaping @Sendable () -> Void) -> UInt64 {
    let id: UInt64? = handlers.withLock { handlers in
      // Checked inside the lock, which `set` takes after it has set the flag.
      if isSet.load(ordering: .sequentiallyConsistent) { return nil }
      handlers.last += 1
      handlers.bodies[handlers.last] = body
      return handlers.last
    }
    if id == nil { body() }
    return id ?? 0
  }

  /// Undoes ``whenSet(_:)``. The closure may be running when this returns.
  package func forget(_ id: UInt64) {
    let forgotten = handlers.withLock { $0.bodies.removeValue(forKey: id) }
    withExtendedLifetime(forgotten) {}
  }
}

/// The flag of the current thread, which readers check without receiving it as a parameter.
extension CancellationFlag {
  /// Cancels the opening of an input: checked at every read.
  @TaskLocal package static var ofOpening: CancellationFlag?

  /// Cancels long decoding: checked between two frames, so that the source stays valid and can be
  /// used again.
  @TaskLocal package static var betweenFrames: CancellationFlag?
}
