internal import OutputFiles
internal import SystemPackage
internal import Threads

/// The records next to the outputs of a run, opened on demand.
///
/// A plan has one record for each folder. A manifest has many small ones, so that neither memory
/// nor locks grow with the number of outputs; the recently used ones stay open.
final class RecordStore: Sendable {
  private struct Key: Hashable {
    let folder: FilePath
    let file: FilePath
  }

  private struct State {
    var caches: [Key: BatchCache] = [:]
    /// The oldest first.
    var order: [Key] = []
  }

  private let state = GuardedState(State())
  private let capacity: Int

  /// - Parameter capacity: the number of records that stay open.
  init(capacity: Int = .max) {
    self.capacity = capacity
  }

  /// Reads the records of all units of a plan.
  ///
  /// - Throws: ``BatchError/cache(file:errno:)``.
  convenience init(_ plan: BatchPlan) throws(BatchError) {
    self.init()
    for unit in plan.units { _ = try cache(for: unit) }
  }

  /// The record of a unit's outputs.
  ///
  /// - Throws: ``BatchError/cache(file:errno:)``.
  /// - Complexity: the first time, O(bytes of the record).
  func cache(for unit: BatchUnit) throws(BatchError) -> BatchCache {
    try cache(unit.folder, unit.recordFile)
  }

  func cache(_ folder: FilePath, _ file: FilePath) throws(BatchError) -> BatchCache {
    let key = Key(folder: folder, file: file)
    if let known = state.withLock({ $0.caches[key] }) { return known }
    let cache = try BatchCache(folder, file: file)
    return state.withLock { state in
      if let other = state.caches[key] { return other }
      if state.order.count >= capacity { state.caches[state.order.removeFirst()] = nil }
      state.order.append(key)
      state.caches[key] = cache
      return cache
    }
  }

  /// The records that are open.
  var open: [BatchCache] { state.withLock { Array($0.caches.values) } }
}
