/// The resources that work needs while it runs.
package struct WorkNeed: Sendable, Hashable {
  /// Threads that compute at once; `Int.max` for all processors.
  package var slots: Int
  /// Estimated memory in bytes.
  package var bytes: Int

  package init(slots: Int, bytes: Int) {
    self.slots = slots
    self.bytes = bytes
  }

  /// For opening an input, whose needs are still unknown.
  package static let opening = WorkNeed(slots: 1, bytes: 8 << 20)
}
