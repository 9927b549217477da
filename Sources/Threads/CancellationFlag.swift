internal import Synchronization

/// Tells the threads of one conversion to stop.
package final class CancellationFlag: Sendable {
  private struct Handlers {
    var bodies: [UInt64: @Sendable () -> Void] = [:]
    var last: UInt64 = 0
  }

  private let isSet = Atomic(false)
  private let handlers = GuardedState(Handlers())

  package init() {}

  /// Sets the flag and calls what waits for that, on this thread.
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

  /// Calls `body` once when the flag is set, at once when it is set already.
  ///
  /// - Returns: what to hand to ``forget(_:)`` when that is of no interest any more.
  @discardableResult
  package func whenSet(_ body: @escaping @Sendable () -> Void) -> UInt64 {
    let id: UInt64? = handlers.withLock { handlers in
      // Looked at inside the lock, which `set` takes after it has set the flag.
      if isSet.load(ordering: .sequentiallyConsistent) { return nil }
      handlers.last += 1
      handlers.bodies[handlers.last] = body
      return handlers.last
    }
    if id == nil { body() }
    return id ?? 0
  }

  /// Undoes ``whenSet(_:)``. What it would have called may be running when this returns.
  package func forget(_ id: UInt64) {
    let forgotten = handlers.withLock { $0.bodies.removeValue(forKey: id) }
    withExtendedLifetime(forgotten) {}
  }
}

/// What readers look at, without being handed a flag: it is bound to the thread that they work on.
extension CancellationFlag {
  /// Ends the opening of an input: looked at whenever bytes of it are read.
  @TaskLocal package static var ofOpening: CancellationFlag?

  /// Ends what has to decode many frames: looked at between two of them, so that the source is as
  /// good as before and can go on being used.
  @TaskLocal package static var betweenFrames: CancellationFlag?
}
