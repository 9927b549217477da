/// What some work takes while it runs.
package struct WorkNeed: Sendable, Hashable {
  /// Threads that compute at once; `Int.max` for as many as there are.
  package var slots: Int
  /// Bytes of memory, by estimate.
  package var bytes: Int

  package init(slots: Int, bytes: Int) {
    self.slots = slots
    self.bytes = bytes
  }

  /// Of opening an input, of which nothing is known yet.
  package static let opening = WorkNeed(slots: 1, bytes: 8 << 20)
}
