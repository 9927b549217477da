internal import Raster
internal import Threads

/// The interface of the budget for workers.
extension FrameBudget {
  /// A worker's next job.
  enum Job {
    /// Decode a frame, and cache frames from `first` on that are decoded on the way; also says
    /// whether the frame is awaited, and whether the last request was in playing order.
    case decode(Int, from: Int, isWanted: Bool, isInOrder: Bool)
    /// Keep at most this many bytes of canvases.
    case keepCanvases(Int)
  }

  /// The worker's next job; nil if there is none, after which the worker must be started again.
  func nextJob(_ id: UInt64) -> Job? {
    let now = now()
    return state.withLock { state in
      guard let member = state.members[id] else { return nil }
      if let bytes = state.nextCanvasBytes(member, limit: limit, at: now) {
        return .keepCanvases(bytes)
      }
      let isInOrder = member.cache.isInOrder
      let window = member.window(at: now)
      if let wanted = member.nextWanted {
        let first = member.cache.first(for: wanted, window: window)
        return .decode(wanted, from: first, isWanted: true, isInOrder: isInOrder)
      }
      if member.failure == nil, let index = member.cache.nextAhead(window: window),
        state.makeRoom(for: member, isWanted: false, limit: limit, at: now)
      {
        return .decode(index, from: index, isWanted: false, isInOrder: isInOrder)
      }
      member.isWorking = false
      return nil
    }
  }

  /// Memory for a frame; nil if it is not awaited and there is no room.
  func take(_ id: UInt64, isWanted: Bool) -> PixelBuffer? {
    let now = now()
    return state.withLock { state in
      guard let member = state.members[id],
        state.makeRoom(for: member, isWanted: isWanted, limit: limit, at: now)
      else { return nil }
      let buffer = member.pool.take()
      state.peakBytes = max(state.peakBytes, state.liveBytes)
      return buffer
    }
  }

  /// Caches a frame and passes it to all waiting tasks.
  func deliver(_ pixels: PixelBuffer, _ index: Int, _ id: UInt64) {
    let now = now()
    let waiters: [FrameWaiter] = state.withLock { state in
      guard let member = state.members[id] else { return [] }
      member.cache.insert(pixels, at: index)
      member.shrink(at: now)
      return member.takeWaiters { $0.index == index }
    }
    for waiter in waiters { waiter.continuation.resume(returning: pixels) }
  }

  /// Ends decoding permanently: sources cannot continue after an error.
  func fail(_ error: any Error, _ id: UInt64) {
    let waiters = state.withLock { state in
      state.members[id]?.failure = error
      return state.members[id]?.takeWaiters { _ in true } ?? []
    }
    for waiter in waiters { waiter.continuation.resume(throwing: error) }
  }

  /// Records that frames are requested out of order, and how many canvases would help.
  func wantCanvases(_ count: Int, _ id: UInt64) {
    state.withLock { $0.members[id]?.usefulCanvases = count }
  }

  /// Records the new limit for canvases.
  func setCanvasBytes(_ bytes: Int, _ id: UInt64) {
    state.withLock { $0.members[id]?.canvasBytes = bytes }
  }
}

extension FrameBudget.State {
  /// The new limit for canvases, if it changes. An increase is recorded before it is used, a
  /// decrease after it has taken effect.
  fileprivate mutating func nextCanvasBytes(
    _ member: BudgetMember, limit: Int?, at now: ContinuousClock.Instant
  ) -> Int? {
    let wanted = member.wantedCanvasBytes(at: now)
    let more = wanted - member.canvasBytes
    if more == 0 { return nil }
    if more > 0, let limit {
      // Frames are evicted only if that helps; otherwise they would be decoded and evicted again
      // without end.
      if liveBytes - spareBytes(for: member) + more > limit { return nil }
      while liveBytes + more > limit {
        if evictFromOthers(than: member, where: \.isOverShare) { continue }
        if !member.cache.evict(beyond: 0) { return nil }
      }
    }
    if more > 0 {
      member.canvasBytes = wanted
      member.shrink(at: now)
      peakBytes = max(peakBytes, liveBytes)
    }
    return wanted
  }

  /// The bytes that can be freed for an animation: its own frames, and the excess of others beyond
  /// their shares.
  private func spareBytes(for member: BudgetMember) -> Int {
    members.values.reduce(0) { bytes, other in
      let spare = other.cache.spareCount() * other.frameBytes
      return bytes + (other === member ? spare : min(spare, other.bytesOverShare))
    }
  }
}
