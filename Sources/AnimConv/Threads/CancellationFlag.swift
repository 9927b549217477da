internal import Synchronization

/// Tells the threads of one conversion to stop.
final class CancellationFlag: Sendable {
  private let isSet = Atomic(false)

  func set() { isSet.store(true, ordering: .relaxed) }

  var isCancelled: Bool { isSet.load(ordering: .relaxed) }

  /// - Throws: `CancellationError` once the flag is set.
  func check() throws {
    if isSet.load(ordering: .relaxed) { throw CancellationError() }
  }
}
