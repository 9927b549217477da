internal import Raster
internal import Threads

/// The interface of the budget for an animation's callers.
extension FrameBudget {
  /// A cached frame, or the task's turn to wait for it.
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
        state.members[id]?.takeWaiters { $0.id == waiter } ?? []
      }
      for waiter in cancelled { waiter.continuation.resume(throwing: CancellationError()) }
    }
  }

  /// The frame, or the newest cached frame before it; requests that the frame is decoded.
  func frameIfReady(_ index: Int, _ id: UInt64) -> (index: Int, pixels: PixelBuffer)? {
    // After an error, an animation shows its cached frames; `frame(at:)` throws the error.
    if let ready = try? request(index, id) { return (index, ready) }
    return state.withLock { $0.members[id]?.cache.newest(upTo: index) }
  }

  /// Moves the playhead and ensures that decoding continues from there.
  private func request(_ index: Int, _ id: UInt64) throws -> PixelBuffer? {
    let now = now()
    let (result, worker) = try state.withLock { state in
      state.requests += 1
      let member = state.member(id)
      member.lastUse = state.requests
      let ready = member.cache.request(index, window: member.window(at: now))
      if let failure = member.failure {
        if ready == nil { throw failure }
        return (ready, nil as DecodingWorker?)
      }
      let isDone = ready != nil && member.cache.isComplete
      return (ready, isDone ? nil : member.startWorking())
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
    // Cancellation is checked inside the lock that the cancellation handler also takes, so one of
    // the two sees the waiter.
    let outcome: Outcome = state.withLock { state in
      if Task.isCancelled { return .failed(CancellationError()) }
      let member = state.member(id)
      if let ready = member.cache.newest(upTo: waiter.index),
        ready.index == waiter.index
      {
        return .ready(ready.pixels)
      }
      if let failure = member.failure { return .failed(failure) }
      member.waiters.append(waiter)
      return .waits(member.startWorking())
    }
    switch outcome {
    case .waits(let worker): worker?.start()
    case .ready(let pixels): waiter.continuation.resume(returning: pixels)
    case .failed(let error): waiter.continuation.resume(throwing: error)
    }
  }
}
