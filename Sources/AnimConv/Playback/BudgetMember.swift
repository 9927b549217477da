internal import Raster

/// What a ``FrameBudget`` knows of one animation.
struct BudgetMember {
  /// FLAnimatedImage's rule: all frames of an animation up to this size are kept,
  static let smallBytes = 10 << 20
  /// ``mediumWindow`` frames of one up to this size, else ``largeWindow``.
  static let mediumBytes = 75 << 20
  static let mediumWindow = 5
  /// One more than FLAnimatedImage keeps: with the shown frame alone, the next one would be decoded
  /// only when it is due, and always come too late.
  static let largeWindow = 2
  /// Bytes of canvases for going back where no limit is given.
  static let automaticCanvasBytes = 10 << 20
  /// With fewer frames in its share than this, an animation keeps no canvases.
  static let leastFramesForCanvases = 4

  let worker: DecodingWorker
  let pool: PixelBufferPool
  let frameBytes: Int
  var cache: FrameCache
  var recovery = PressureRecovery()
  var waiters: [FrameWaiter] = []
  /// Whether the worker runs, or is about to.
  var isWorking = false
  /// Why nothing more can be decoded.
  var failure: (any Error)?
  /// Bytes that are set apart for canvases.
  var canvasBytes = 0
  /// How many canvases would be of use; 0 until a frame is sought.
  var usefulCanvases = 0
  /// Bytes of a shared limit that are this animation's; nil without a limit.
  var share: Int?
  /// When it was last asked for a frame, in requests of the whole budget.
  var lastUse: UInt64 = 0

  var need: BudgetShares.Need {
    BudgetShares.Need(frame: frameBytes, all: frameBytes * cache.count)
  }

  var liveBytes: Int { pool.live * frameBytes + canvasBytes }

  /// How much it has beyond its share.
  var bytesOverShare: Int { max(0, liveBytes - (share ?? .max)) }
  /// Whether it has more than its share.
  var isOverShare: Bool { bytesOverShare > 0 }

  /// A frame that somebody waits for or has asked for.
  var nextWanted: Int? {
    failure == nil ? waiters.first?.index ?? cache.missing : nil
  }

  /// How many frames from the playhead on are kept; at least one.
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

  /// How many bytes canvases should have: none where every frame is kept or memory is scarce, and
  /// at most half of a share.
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

  /// Lets go of frames that are more than the window holds.
  mutating func shrink(at now: ContinuousClock.Instant) {
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
