internal import Dispatch
internal import Raster
internal import Reading
internal import Stages
internal import Threads

/// Decodes the frames of one animation, one at a time: those that are waited for first, then ahead
/// in playing order.
///
/// Workers run on a pool of as many threads as there are processors. After each frame a worker
/// queues up again, so that many animations get on equally.
final class DecodingWorker: @unchecked Sendable {
  private let budget: FrameBudget
  private let pool: PixelBufferPool
  private let queue = DispatchQueue(
    label: "animconv.playback", target: .global(qos: .userInitiated))
  private let warningList = GuardedState<[ReadingWarning]>([])

  /// Used on ``queue`` only, as what follows.
  private let source: any FrameSource
  private var position = 0
  private var hasSought = false
  private var alpha: Bool?

  /// The name of the animation in the budget.
  let id: UInt64

  /// - Parameter source: at frame 0; nobody else uses it any more.
  init(_ source: sending any FrameSource, pool: PixelBufferPool, budget: FrameBudget) {
    self.source = source
    self.pool = pool
    self.budget = budget
    id = budget.makeID()
    (source as? any CanvasKeeping)?.keepCanvases(within: 0)
  }

  /// What was tolerated while decoding so far.
  var warnings: [ReadingWarning] { warningList.withLock { $0 } }

  /// Goes to work; to be called by the one who set ``BudgetMember/isWorking``.
  func start() {
    queue.async { self.step() }
  }

  /// Whether any pixel of any frame is transparent.
  func detectAlpha() async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      queue.async {
        continuation.resume(
          with: Result {
            if let alpha = self.alpha { return alpha }
            let found = try self.source.detectAlpha()
            self.position = 0
            self.alpha = found
            return found
          })
      }
    }
  }

  private func step() {
    switch budget.nextJob(id) {
    case nil: return
    case .keepCanvases(let bytes):
      (source as? any CanvasKeeping)?.keepCanvases(within: bytes)
      budget.setCanvasBytes(bytes, id)
    case .decode(let index, let isWanted):
      do {
        let frame = try decode(index)
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
    start()
  }

  private func decode(_ index: Int) throws -> Frame {
    if position != index {
      if !hasSought, let source = source as? any CanvasKeeping {
        budget.wantCanvases(source.canvasesWorthKeeping, id)
      }
      hasSought = true
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
