internal import Synchronization

/// Tells the threads of one conversion to stop.
package final class CancellationFlag: Sendable {
  private let isSet = Atomic(false)

  package init() {}

  package func set() { isSet.store(true, ordering: .relaxed) }

  package var isCancelled: Bool { isSet.load(ordering: .relaxed) }

  /// - Throws: `CancellationError` once the flag is set.
  package func check() throws {
    if isSet.load(ordering: .relaxed) { throw CancellationError() }
  }
}
