internal import Raster
internal import Threads

/// The side of the budget that callers of an animation see.
extension FrameBudget {
  /// A frame that is here, or the task's turn to wait for it.
  func frame(_ index: Int, _ id: UInt64) async throws -> PixelBuffer {
    if let ready = try request(index, id) { return ready }
    let waiter = state.withLock { state in
      state.requests += 1
      return state.requests
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        wait(FrameWaiter(id: waiter, index: index, continuation: continuation), id)
      }
    } onCancel: {
      let cancelled = state.withLock { state in
        state.takeWaiters(id) { $0.id == waiter }
      }
      for waiter in cancelled { waiter.continuation.resume(throwing: CancellationError()) }
    }
  }

  /// The frame, or the newest before it that is here; asks for the frame to be decoded.
  func frameIfReady(_ index: Int, _ id: UInt64) -> (index: Int, pixels: PixelBuffer)? {
    // An animation that has failed shows what it has; `frame(at:)` tells why.
    if let ready = try? request(index, id) { return (index, ready) }
    return state.withLock { $0.members[id]?.cache.newest(upTo: index) }
  }

  /// Moves the playhead and sees to it that decoding goes on from there.
  private func request(_ index: Int, _ id: UInt64) throws -> PixelBuffer? {
    let now = now()
    let (result, worker) = try state.withLock { state in
      state.requests += 1
      state.members[id]!.lastUse = state.requests
      let window = state.members[id]!.window(at: now)
      let ready = state.members[id]!.cache.request(index, window: window)
      if let failure = state.members[id]!.failure {
        if ready == nil { throw failure }
        return (ready, nil as DecodingWorker?)
      }
      let isDone = ready != nil && state.members[id]!.cache.isComplete
      return (ready, isDone ? nil : state.startWorking(id))
    }
    worker?.start()
    return result
  }

  private func wait(_ waiter: FrameWaiter, _ id: UInt64) {
    enum Outcome {
      case waits(DecodingWorker?)
      case ready(PixelBuffer)
      case failed(any Error)
    }
    // Whether the task is cancelled is looked at inside the lock, which the handler of the
    // cancellation takes too: so the waiter is seen by one of the two.
    let outcome: Outcome = state.withLock { state in
      if Task.isCancelled { return .failed(CancellationError()) }
      if let ready = state.members[id]!.cache.newest(upTo: waiter.index),
        ready.index == waiter.index
      {
        return .ready(ready.pixels)
      }
      if let failure = state.members[id]!.failure { return .failed(failure) }
      state.members[id]!.waiters.append(waiter)
      return .waits(state.startWorking(id))
    }
    switch outcome {
    case .waits(let worker): worker?.start()
    case .ready(let pixels): waiter.continuation.resume(returning: pixels)
    case .failed(let error): waiter.continuation.resume(throwing: error)
    }
  }
}
