internal import Raster
internal import Reading
internal import Stages
internal import Threads

/// Decodes the frames of one animation, one at a time: first the awaited frames, then ahead in
/// playing order.
///
/// Workers run on as many threads as there are processors. After each frame a worker queues up
/// again, so that many animations progress equally. A caller's own source may block, so such
/// sources have their own, larger number of threads.
final class DecodingWorker: @unchecked Sendable {
  private let budget: FrameBudget
  private let pool: PixelBuffer.Pool
  private let lane: SerialLane
  /// Set when the work is no longer needed.
  private let ended = CancellationFlag()
  /// The source, if it supports cancellation.
  private let stoppable: (any Stoppable)?
  private let warningList = GuardedState<[ReadingWarning]>([])

  private static let threads = LanePool(most: processorCount)
  private static let customThreads = LanePool(most: max(16, 2 * processorCount))

  /// Only used on ``lane``, like the following properties.
  private let source: any FrameSource
  private var position = 0
  private var hasSought = false
  private var alpha: Bool?

  /// The name of the animation in the budget.
  let id: UInt64

  /// - Parameter source: at frame 0; no longer used by its creator.
  init(
    _ source: sending any FrameSource, isCustom: Bool, pool: PixelBuffer.Pool, budget: FrameBudget
  ) {
    self.source = source
    stoppable = source as? any Stoppable
    lane = SerialLane(isCustom ? Self.customThreads : Self.threads)
    self.pool = pool
    self.budget = budget
    id = budget.makeID()
    (source as? any CanvasKeeping)?.keepCanvases(within: 0)
  }

  /// Damage that was tolerated while decoding so far.
  var warnings: [ReadingWarning] { warningList.withLock { $0 } }

  /// Starts working; called by the code that set ``BudgetMember/isWorking``.
  func start() {
    lane.start { self.step() }
  }

  /// Ends the work permanently after the current frame.
  func stop() {
    ended.set()
    stoppable?.stop()
  }

  /// Whether any pixel of any frame is transparent.
  ///
  /// - Throws: `CancellationError` at once if the task is cancelled; the work ends after the
  ///   current frame.
  func detectAlpha() async throws -> Bool {
    let flag = CancellationFlag()
    let handover = Handover<Bool>()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        handover.wait(continuation)
        lane.start { handover.finish(Result { try self.findAlpha(flag) }) }
        flag.whenSet { handover.abandon() }
      }
    } onCancel: {
      flag.set()
    }
  }

  private func findAlpha(_ flag: CancellationFlag) throws -> Bool {
    try flag.check()
    if let alpha { return alpha }
    // The position is unknown if the task is cancelled.
    position = -1
    let found = try CancellationFlag.$betweenFrames.withValue(flag) {
      try source.detectAlpha()
    }
    position = 0
    alpha = found
    return found
  }

  private func step() {
    switch budget.nextJob(id) {
    case nil: return
    case .keepCanvases(let bytes):
      (source as? any CanvasKeeping)?.keepCanvases(within: bytes)
      budget.setCanvasBytes(bytes, id)
    case .decode(let wanted, let first, let isWanted, let isInOrder):
      if isInOrder || !asksForCanvases(before: wanted) {
        let index = next(towards: wanted, from: first)
        produce(index, isWanted: isWanted && index == wanted)
      }
    }
    start()
  }

  /// For steps backward, decoded frames are kept from `first` on, so that the next steps find them
  /// in the cache. Sources that keep canvases do not need this.
  private func next(towards wanted: Int, from first: Int) -> Int {
    if first == wanted || source is any CanvasKeeping { return wanted }
    let first = max(first, source.restartPoint(for: wanted))
    return first...wanted ~= position ? position : first
  }

  private func produce(_ index: Int, isWanted: Bool) {
    do {
      let frame = try CancellationFlag.$betweenFrames.withValue(ended) { try decode(index) }
      if let copy = budget.take(id, isWanted: isWanted) {
        copy.contents = nil
        copy.copy(PixelRect(copy.size), from: frame.pixels)
        budget.deliver(copy, index, id)
      }
    } catch {
      budget.fail(error, id)
    }
    let warnings = source.warnings
    warningList.withLock { if $0.count != warnings.count { $0 = warnings } }
  }

  /// Requests canvases once, before the first long path, which then stores them along the way.
  /// Decoding in playing order is not such a path, even if a loop starts with cached frames.
  ///
  /// - Returns: whether canvases must be reserved before anything is decoded.
  private func asksForCanvases(before index: Int) -> Bool {
    guard !hasSought, let source = source as? any CanvasKeeping, isFar(index) else { return false }
    hasSought = true
    budget.wantCanvases(source.canvasesWorthKeeping, id)
    return true
  }

  /// Whether reaching a frame requires decoding more frames than a late player skips; restarting at
  /// the first frame does not count.
  private func isFar(_ index: Int) -> Bool {
    if position == index { return false }
    let restart = source.restartPoint(for: index)
    let start = position < index ? max(position, restart) : restart
    return index - start > FrameCache.longestSkip
  }

  private func decode(_ index: Int) throws -> CanvasFrame {
    if position != index {
      try source.seek(to: index)
      position = index
    }
    guard let frame = try source.next(), frame.pixels.size == pool.size else {
      throw ReadingError.malformed(
        detail: "the frame that the survey found is missing", frame: index, byteOffset: nil)
    }
    position = index + 1
    return frame
  }
}
