internal import AnimTiming
internal import Messages
internal import Stages
internal import Threads

/// The frames of an ``AnimationWriter`` that wait to be written, the tasks that wait for room, and
/// the start of each frame.
final class WriterQueue: Sendable {
  /// The slot for a caller's frame.
  enum Place: Sendable {
    case start(RationalTime)
    case duration(RationalTime)
  }

  private struct State {
    var waiting = 0
    var callers: [(id: UInt64, continuation: CheckedContinuation<Void, any Error>)] = []
    var lastID: UInt64 = 0
    /// Why no further frame is accepted.
    var failure: (any Error)?
    var taken = 0
    var dropped = 0
    /// The starts of the last frame and of the previous one.
    var last: RationalTime?
    var previous: RationalTime?
    /// The end of the last frame, if it was given.
    var end: RationalTime?
  }

  private let capacity: Int
  private let waits: Bool
  private let state = GuardedState(State())

  init(capacity: Int, waits: Bool) {
    self.capacity = max(1, capacity)
    self.waits = waits
  }

  var taken: Int { state.withLock { $0.taken } }
  var dropped: Int { state.withLock { $0.dropped } }

  /// Waits until there is room for a frame; ``leave()`` frees it.
  ///
  /// - Returns: false if the frame is dropped.
  func enter(
    _ place: Place, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Bool {
    let isIn: Bool? = try state.withLock { state in
      if let failure = state.failure { throw failure }
      if state.waiting < capacity {
        state.waiting += 1
        return true
      }
      if waits { return nil }
      state.dropped += 1
      // The previous frame is shown instead.
      if case .duration(let duration) = place, let end = state.end {
        state.end = try end.adding(duration)
      }
      return false
    }
    if let isIn { return isIn }
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome: Result<Void, any Error>? = state.withLock { state in
          if Task.isCancelled { return .failure(CancellationError()) }
          if let failure = state.failure { return .failure(failure) }
          if state.waiting < capacity {
            state.waiting += 1
            return .success(())
          }
          state.callers.append((id, continuation))
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      let caller = state.withLock { state in
        state.callers.firstIndex { $0.id == id }.map { state.callers.remove(at: $0) }
      }
      caller?.continuation.resume(throwing: CancellationError())
    }
    return true
  }

  /// A frame was written; its room goes to the task that has waited longest.
  func leave() {
    let caller = state.withLock { state in
      if state.callers.isEmpty {
        state.waiting -= 1
        return nil as (id: UInt64, continuation: CheckedContinuation<Void, any Error>)?
      }
      return state.callers.removeFirst()
    }
    caller?.continuation.resume()
  }

  /// Determines the start of a frame.
  ///
  /// - Throws: ``TimingError/nonPositiveDuration(frame:)`` if it is not after the previous frame.
  func place(_ place: Place) throws -> RationalTime {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      let start: RationalTime
      switch place {
      case .start(let time):
        start = time
        if let last = state.last, time <= last {
          throw TimingError.nonPositiveDuration(frame: state.taken - 1)
        }
        state.end = nil
      case .duration(let duration):
        if duration <= .zero { throw TimingError.nonPositiveDuration(frame: state.taken) }
        start = state.end ?? state.last ?? .zero
        if let last = state.last, start <= last {
          throw TimingError.nonPositiveDuration(frame: state.taken - 1)
        }
        state.end = try start.adding(duration)
      }
      state.previous = state.last
      state.last = start
      state.taken += 1
      return start
    }
  }

  /// Accepts no more frames.
  ///
  /// - Returns: the end of the last frame.
  func close(end: RationalTime?, rate: FrameRate) throws -> RationalTime {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      guard let last = state.last else { throw TimingError.noFrames }
      let span =
        try state.previous.map { previous in try last.subtracting(previous) }
        ?? RationalTime(rate.denominator, rate.numerator)
      let end = try end ?? state.end ?? last.adding(span)
      if end <= last { throw TimingError.nonPositiveDuration(frame: state.taken - 1) }
      state.failure = Finished()
      return end
    }
  }

  /// Accepts no more frames, for a reason that waiting tasks receive.
  func fail(_ error: any Error) {
    let callers = state.withLock { state in
      if state.failure == nil { state.failure = error }
      defer { state.callers = [] }
      return state.callers
    }
    for caller in callers { caller.continuation.resume(throwing: error) }
  }

  /// A frame or an end arrived after the end.
  struct Finished: StageFailure {
    var stage: ConversionStage { .writing }
    var kind: FailureKind { .usage }
    var frame: Int? { nil }
    var reason: ConversionMessage { "the writer has been finished" }
    var remedy: ConversionMessage? { nil }
  }
}
