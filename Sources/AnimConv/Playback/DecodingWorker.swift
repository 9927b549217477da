internal import Raster
internal import Reading
internal import Stages
internal import Threads

/// Decodes the frames of one animation, one at a time: those that are waited for first, then ahead
/// in playing order.
///
/// Workers run on as many threads as there are processors. After each frame a worker queues up
/// again, so that many animations get on equally. A caller's own source may wait for whatever it
/// likes, so those have threads apart, of which there are more.
final class DecodingWorker: @unchecked Sendable {
  private let budget: FrameBudget
  private let pool: PixelBufferPool
  private let lane: SerialLane
  /// Set when nobody wants anything of it any more.
  private let ended = CancellationFlag()
  /// The source, when it wants to be told the same.
  private let stoppable: (any Stoppable)?
  private let warningList = GuardedState<[ReadingWarning]>([])

  private static let threads = LanePool(most: processorCount)
  private static let customThreads = LanePool(most: max(16, 2 * processorCount))

  /// Used on ``lane`` only, as what follows.
  private let source: any FrameSource
  private var position = 0
  private var hasSought = false
  private var alpha: Bool?

  /// The name of the animation in the budget.
  let id: UInt64

  /// - Parameter source: at frame 0; nobody else uses it any more.
  init(
    _ source: sending any FrameSource, isCustom: Bool, pool: PixelBufferPool, budget: FrameBudget
  ) {
    self.source = source
    stoppable = source as? any Stoppable
    lane = SerialLane(isCustom ? Self.customThreads : Self.threads)
    self.pool = pool
    self.budget = budget
    id = budget.makeID()
    (source as? any CanvasKeeping)?.keepCanvases(within: 0)
  }

  /// What was tolerated while decoding so far.
  var warnings: [ReadingWarning] { warningList.withLock { $0 } }

  /// Goes to work; to be called by the one who set ``BudgetMember/isWorking``.
  func start() {
    lane.start { self.step() }
  }

  /// Ends what it does for good, after the frame that it is at.
  func stop() {
    ended.set()
    stoppable?.stop()
  }

  /// Whether any pixel of any frame is transparent.
  ///
  /// - Throws: `CancellationError` at once when the task is cancelled; the work ends after the frame
  ///   that it is at.
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
    // Where it stands when the task is cancelled is unknown.
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

  /// What has to be decoded again on the way back is kept from `first` on, so that the steps that
  /// follow find their frames; canvases serve those steps better.
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

  /// Asks for canvases once, before the first long way, which then leaves them behind already. What is
  /// decoded in playing order is no such way, also where a loop begins with frames that are still here.
  ///
  /// - Returns: whether they are to be set apart before anything is decoded.
  private func asksForCanvases(before index: Int) -> Bool {
    guard !hasSought, let source = source as? any CanvasKeeping, isFar(index) else { return false }
    hasSought = true
    budget.wantCanvases(source.canvasesWorthKeeping, id)
    return true
  }

  /// Whether more has to be decoded on the way to a frame than a player that is late leaves out;
  /// beginning again with the first frame is no way.
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
