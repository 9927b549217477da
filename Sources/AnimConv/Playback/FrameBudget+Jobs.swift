internal import Raster
internal import Threads

/// The side of the budget that workers see.
extension FrameBudget {
  /// What a worker does next.
  enum Job {
    /// Decode a frame, and on the way keep those from `first` on; whether somebody waits for it, and
    /// whether the last request went on in playing order.
    case decode(Int, from: Int, isWanted: Bool, isInOrder: Bool)
    /// Keep no more than so many bytes of canvases.
    case keepCanvases(Int)
  }

  /// What the worker does next; nil when there is nothing to do, after which it has to be started
  /// again.
  func nextJob(_ id: UInt64) -> Job? {
    let now = now()
    return state.withLock { state in
      guard state.members[id] != nil else { return nil }
      if let bytes = state.nextCanvasBytes(id, limit: limit, at: now) {
        return .keepCanvases(bytes)
      }
      let isInOrder = state.members[id]!.cache.isInOrder
      let window = state.members[id]!.window(at: now)
      if let wanted = state.members[id]!.nextWanted {
        let first = state.members[id]!.cache.first(for: wanted, window: window)
        return .decode(wanted, from: first, isWanted: true, isInOrder: isInOrder)
      }
      if state.members[id]!.failure == nil,
        let index = state.members[id]!.cache.nextAhead(window: window),
        state.makeRoom(for: id, isWanted: false, limit: limit, at: now)
      {
        return .decode(index, from: index, isWanted: false, isInOrder: isInOrder)
      }
      state.members[id]!.isWorking = false
      return nil
    }
  }

  /// Memory for a frame; nil when nobody waits for it and there is no room.
  func take(_ id: UInt64, isWanted: Bool) -> PixelBuffer? {
    let now = now()
    return state.withLock { state in
      guard state.members[id] != nil,
        state.makeRoom(for: id, isWanted: isWanted, limit: limit, at: now)
      else { return nil }
      let buffer = state.members[id]!.pool.take()
      state.peakBytes = max(state.peakBytes, state.liveBytes)
      return buffer
    }
  }

  /// Keeps a frame and gives it to all who wait for it.
  func deliver(_ pixels: PixelBuffer, _ index: Int, _ id: UInt64) {
    let now = now()
    let waiters: [FrameWaiter] = state.withLock { state in
      guard state.members[id] != nil else { return [] }
      state.members[id]!.cache.insert(pixels, at: index)
      state.members[id]!.shrink(at: now)
      return state.takeWaiters(id) { $0.index == index }
    }
    for waiter in waiters { waiter.continuation.resume(returning: pixels) }
  }

  /// Ends decoding for good: sources do not go on after an error.
  func fail(_ error: any Error, _ id: UInt64) {
    let waiters = state.withLock { state in
      state.members[id]?.failure = error
      return state.takeWaiters(id) { _ in true }
    }
    for waiter in waiters { waiter.continuation.resume(throwing: error) }
  }

  /// Notes that frames are sought, and how many canvases would help.
  func wantCanvases(_ count: Int, _ id: UInt64) {
    state.withLock { $0.members[id]?.usefulCanvases = count }
  }

  /// Notes that canvases take no more than this from now on.
  func setCanvasBytes(_ bytes: Int, _ id: UInt64) {
    state.withLock { $0.members[id]?.canvasBytes = bytes }
  }
}

extension FrameBudget.State {
  mutating func takeWaiters(
    _ id: UInt64, where isMeant: (FrameWaiter) -> Bool
  ) -> [FrameWaiter] {
    guard let all = members[id]?.waiters else { return [] }
    members[id]!.waiters = all.filter { !isMeant($0) }
    return all.filter(isMeant)
  }

  /// How many bytes canvases are to have when that changes. More are set apart before they are
  /// used, fewer afterwards.
  fileprivate mutating func nextCanvasBytes(
    _ id: UInt64, limit: Int?, at now: ContinuousClock.Instant
  ) -> Int? {
    let wanted = members[id]!.wantedCanvasBytes(at: now)
    let more = wanted - members[id]!.canvasBytes
    if more == 0 { return nil }
    if more > 0, let limit {
      // Frames are not let go of in vain: they would be decoded and let go of again, without an end.
      if liveBytes - spareBytes(for: id) + more > limit { return nil }
      while liveBytes + more > limit {
        if evictFromOthers(than: id, where: \.isOverShare) { continue }
        if !members[id]!.cache.evict(beyond: 0) { return nil }
      }
    }
    if more > 0 {
      members[id]!.canvasBytes = wanted
      members[id]!.shrink(at: now)
      peakBytes = max(peakBytes, liveBytes)
    }
    return wanted
  }

  /// What can be won for an animation: its own frames, and what others have beyond their shares.
  private mutating func spareBytes(for id: UInt64) -> Int {
    var bytes = 0
    for other in Array(members.keys) {
      let spare = members[other]!.cache.spareCount() * members[other]!.frameBytes
      bytes += other == id ? spare : min(spare, members[other]!.bytesOverShare)
    }
    return bytes
  }
}
