internal import Raster
internal import Threads

/// What animations and their workers ask of the budget. All of it is short: nothing is decoded or
/// copied here.
extension FrameBudget {
  /// A name for an animation.
  func makeID() -> UInt64 {
    state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
  }

  /// Takes in an animation; ``leave(_:)`` undoes it.
  func join(_ member: BudgetMember, _ id: UInt64) {
    state.withLock { state in
      state.members[id] = member
      state.divide(limit)
    }
  }

  /// Waits until nobody's canvases are more than a new division allows: they are the only memory
  /// that a worker has to let go of itself.
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
      // A task that is cancelled waits no less for what it has begun.
      try? await Task.sleep(for: .milliseconds(1))
    }
  }

  func leave(_ id: UInt64) {
    let left = state.withLock { state in
      defer { state.divide(limit) }
      return state.members.removeValue(forKey: id)
    }
    // Its frames go outside the lock.
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

  /// Lets go of frames until there is room for one more of an animation.
  ///
  /// - Parameter isWanted: whether somebody waits for it; then there always is room in the end.
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

  /// Lets go of a frame of the animation that was not asked for longest.
  mutating func evictFromOthers(
    than id: UInt64, where isFair: (BudgetMember) -> Bool
  ) -> Bool {
    // Only the keys: a copy of a member would hold its frames.
    let others = members.keys.filter { $0 != id && isFair(members[$0]!) }
    for other in others.sorted(by: { members[$0]!.lastUse < members[$1]!.lastUse }) {
      if members[other]!.cache.evict(beyond: 0) {
        members[other]!.pool.dropSpare()
        return true
      }
    }
    return false
  }

  /// - Returns: the animation's worker when it has to be started, to let go of canvases.
  mutating func trim(_ id: UInt64, at now: ContinuousClock.Instant) -> DecodingWorker? {
    guard members[id] != nil else { return nil }
    members[id]!.recovery.warn(at: now)
    members[id]!.shrink(at: now)
    members[id]!.pool.dropSpare()
    return members[id]!.canvasBytes > 0 ? startWorking(id) : nil
  }

  /// - Returns: the worker when it does not run yet.
  mutating func startWorking(_ id: UInt64) -> DecodingWorker? {
    if members[id]!.isWorking { return nil }
    members[id]!.isWorking = true
    return members[id]!.worker
  }
}
