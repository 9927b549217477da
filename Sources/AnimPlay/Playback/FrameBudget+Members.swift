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
        let excessive = state.members.values.filter {
          $0.canvasBytes > $0.wantedCanvasBytes(at: now)
        }
        return (excessive.isEmpty, excessive.compactMap { $0.startWorking() })
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

  func divide(_ limit: Int?) {
    guard let limit else { return }
    let inOrder = members.sorted { $0.key < $1.key }.map(\.value)
    let shares = BudgetShares.divide(limit, among: inOrder.map(\.need))
    for (member, share) in zip(inOrder, shares) { member.share = share }
  }

  /// Evicts frames until there is room for one more frame of an animation.
  ///
  /// - Parameter isWanted: whether it is awaited; then room is always made.
  func makeRoom(
    for member: BudgetMember, isWanted: Bool, limit: Int?, at now: ContinuousClock.Instant
  ) -> Bool {
    let window = member.window(at: now)
    let reach = isWanted ? 0 : window
    while member.pool.live - member.cache.posterCount >= window {
      if member.cache.evict(beyond: reach) { continue }
      if !isWanted { return false }
      break
    }
    guard let limit else { return true }
    let bytes = member.frameBytes
    while liveBytes + bytes > limit {
      if evictFromOthers(than: member, where: \.isOverShare) { continue }
      if member.cache.evict(beyond: reach) { continue }
      if !isWanted { return false }
      if !evictFromOthers(than: member, where: { _ in true }) { break }
    }
    return true
  }

  /// Evicts a frame of the least recently used animation.
  func evictFromOthers(
    than member: BudgetMember, where isFair: (BudgetMember) -> Bool
  ) -> Bool {
    let others = members.values.filter { $0 !== member && isFair($0) }
    for other in others.sorted(by: { $0.lastUse < $1.lastUse })
    where other.cache.evict(beyond: 0) {
      other.pool.dropSpare()
      return true
    }
    return false
  }
}

extension BudgetMember {

  /// - Returns: the animation's worker if it must be started to free canvases.
  func trim(at now: ContinuousClock.Instant) -> DecodingWorker? {
    recovery.warn(at: now)
    shrink(at: now)
    pool.dropSpare()
    return canvasBytes > 0 ? startWorking() : nil
  }

  /// - Returns: the worker if it is not running yet.
  func startWorking() -> DecodingWorker? {
    if isWorking { return nil }
    isWorking = true
    return worker
  }

  /// Removes waiting tasks.
  func takeWaiters(where isMeant: (FrameWaiter) -> Bool) -> [FrameWaiter] {
    let taken = waiters.filter(isMeant)
    waiters.removeAll(where: isMeant)
    return taken
  }
}
