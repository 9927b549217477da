internal import Raster

/// A ``FrameBudget``'s record of one animation; used inside the budget's lock only.
final class BudgetMember: @unchecked Sendable {
  /// FLAnimatedImage's rule: all frames of an animation up to this size are cached,
  static let smallBytes = 10 << 20
  /// ``mediumWindow`` frames of one up to this size, otherwise ``largeWindow``.
  static let mediumBytes = 75 << 20
  static let mediumWindow = 5
  /// This is one more than in FLAnimatedImage. With only the shown frame, the next one would be
  /// decoded only when it is due, and always too late.
  static let largeWindow = 2
  /// Bytes of canvases for going back, if there is no limit.
  static let automaticCanvasBytes = 10 << 20
  /// If its share is fewer frames than this, an animation caches no canvases.
  static let leastFramesForCanvases = 4

  let worker: DecodingWorker
  let pool: PixelBuffer.Pool
  let frameBytes: Int
  var cache: FrameCache
  var recovery = PressureRecovery()
  var waiters: [FrameWaiter] = []
  /// Whether the worker is running or about to run.
  var isWorking = false
  /// Why decoding has ended.
  var failure: (any Error)?
  /// Bytes reserved for canvases.
  var canvasBytes = 0
  /// The number of canvases that would help; 0 until a frame is requested out of order.
  var usefulCanvases = 0
  /// This animation's bytes of a shared limit; nil without a limit.
  var share: Int?
  /// The time of its last request, counted in requests of the whole budget.
  var lastUse: UInt64 = 0

  init(worker: DecodingWorker, pool: PixelBuffer.Pool, frameBytes: Int, cache: FrameCache) {
    self.worker = worker
    self.pool = pool
    self.frameBytes = frameBytes
    self.cache = cache
  }

  var need: BudgetShares.Need {
    BudgetShares.Need(frame: frameBytes, all: frameBytes * cache.count)
  }

  var liveBytes: Int { pool.live * frameBytes + canvasBytes }

  /// The bytes beyond its share.
  var bytesOverShare: Int { max(0, liveBytes - (share ?? .max)) }
  /// Whether it exceeds its share.
  var isOverShare: Bool { bytesOverShare > 0 }

  /// A frame that is awaited or requested.
  var nextWanted: Int? {
    failure == nil ? waiters.first?.index ?? cache.missing : nil
  }

  /// The number of frames that are cached from the playhead on; at least one.
  func window(at now: ContinuousClock.Instant) -> Int {
    let all = frameBytes * cache.count
    let wanted =
      if let share { (share - canvasBytes) / frameBytes } else if all <= Self.smallBytes {
        cache.count
      } else {
        all <= Self.mediumBytes ? Self.mediumWindow : Self.largeWindow
      }
    return max(1, min(wanted, cache.count, recovery.cap(at: now) ?? .max))
  }

  /// The bytes for canvases: none if every frame is cached or memory is scarce, and at most half of
  /// a share.
  func wantedCanvasBytes(at now: ContinuousClock.Instant) -> Int {
    if usefulCanvases == 0 || recovery.cap(at: now) != nil { return 0 }
    let frames: Int
    if let share {
      frames = share / frameBytes
      if frames >= cache.count || frames < Self.leastFramesForCanvases { return 0 }
      return min(frames / 2, usefulCanvases) * frameBytes
    }
    if frameBytes * cache.count <= Self.smallBytes { return 0 }
    return min(Self.automaticCanvasBytes / frameBytes, usefulCanvases) * frameBytes
  }

  /// Evicts frames beyond the window.
  func shrink(at now: ContinuousClock.Instant) {
    let window = window(at: now)
    while cache.windowCount > window, cache.evict(beyond: 0, held: true) {}
  }
}

/// A task that waits for a frame.
struct FrameWaiter {
  let id: UInt64
  let index: Int
  let continuation: CheckedContinuation<PixelBuffer, any Error>
}
