internal import Raster
internal import Threads

/// Operations for animations and their workers. All of them are short: nothing is decoded or copied
/// here.
extension FrameBudget {
  /// An identifier of an animation.
  func makeID() -> UInt64 {
    state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
  }

  /// Adds an animation; ``leave(_:)`` removes it.
  func join(_ member: BudgetMember, _ id: UInt64) {
    state.withLock { state in
      state.members[id] = member
      state.divide(limit)
    }
  }

  /// Waits until no animation's canvases exceed a new division, because canvases are the only
  /// memory that a worker must free itself.
  func settleCanvases() async {
    while !Task.isCancelled {
      let now = now()
      let (isSettled, workers) = state.withLock { state in
        let excessive = state.members.keys.filter {
          state.members[$0]!.canvasBytes > state.members[$0]!.wantedCanvasBytes(at: now)
        }
        return (excessive.isEmpty, excessive.compactMap { state.startWorking($0) })
      }
      if isSettled { return }
      for worker in workers { worker.start() }
      // A cancelled task still waits for the work that it has started.
      try? await Task.sleep(for: .milliseconds(1))
    }
  }

  func leave(_ id: UInt64) {
    let left = state.withLock { state in
      defer { state.divide(limit) }
      return state.members.removeValue(forKey: id)
    }
    // Its frames are released outside the lock.
    withExtendedLifetime(left) {}
  }
}

extension FrameBudget.State {
  var liveBytes: Int { members.values.reduce(0) { $0 + $1.liveBytes } }

  mutating func divide(_ limit: Int?) {
    guard let limit else { return }
    let ids = members.keys.sorted()
    let shares = BudgetShares.divide(limit, among: ids.map { members[$0]!.need })
    for (id, share) in zip(ids, shares) { members[id]!.share = share }
  }

  /// Evicts frames until there is room for one more frame of an animation.
  ///
  /// - Parameter isWanted: whether it is awaited; then room is always made.
  mutating func makeRoom(
    for id: UInt64, isWanted: Bool, limit: Int?, at now: ContinuousClock.Instant
  ) -> Bool {
    let window = members[id]!.window(at: now)
    let reach = isWanted ? 0 : window
    while members[id]!.pool.live - members[id]!.cache.posterCount >= window {
      if members[id]!.cache.evict(beyond: reach) { continue }
      if !isWanted { return false }
      break
    }
    guard let limit else { return true }
    let bytes = members[id]!.frameBytes
    while liveBytes + bytes > limit {
      if evictFromOthers(than: id, where: \.isOverShare) { continue }
      if members[id]!.cache.evict(beyond: reach) { continue }
      if !isWanted { return false }
      if !evictFromOthers(than: id, where: { _ in true }) { break }
    }
    return true
  }

  /// Evicts a frame of the least recently used animation.
  mutating func evictFromOthers(
    than id: UInt64, where isFair: (BudgetMember) -> Bool
  ) -> Bool {
    // Only the keys, because a copy of a member would retain its frames.
    let others = members.keys.filter { $0 != id && isFair(members[$0]!) }
    for other in others.sorted(by: { members[$0]!.lastUse < members[$1]!.lastUse }) {
      if members[other]!.cache.evict(beyond: 0) {
        members[other]!.pool.dropSpare()
        return true
      }
    }
    return false
  }

  /// - Returns: the animation's worker if it must be started to free canvases.
  mutating func trim(_ id: UInt64, at now: ContinuousClock.Instant) -> DecodingWorker? {
    guard members[id] != nil else { return nil }
    members[id]!.recovery.warn(at: now)
    members[id]!.shrink(at: now)
    members[id]!.pool.dropSpare()
    return members[id]!.canvasBytes > 0 ? startWorking(id) : nil
  }

  /// - Returns: the worker if it is not running yet.
  mutating func startWorking(_ id: UInt64) -> DecodingWorker? {
    if members[id]!.isWorking { return nil }
    members[id]!.isWorking = true
    return members[id]!.worker
  }
}
