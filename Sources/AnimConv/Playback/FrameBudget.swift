internal import Threads

/// How many bytes of decoded frames animations keep.
///
/// ```swift
/// let budget = FrameBudget(bytes: 64 << 20)
/// let first = try await AnimatedImage("a.gif", budget: budget)
/// let second = try await AnimatedImage("b.gif", budget: budget)
/// ```
///
/// **Without a limit** each animation goes by its size, as FLAnimatedImage does: all frames up to
/// 10 MiB, five frames up to 75 MiB, otherwise two, the one that is shown and the next; the first frame, the poster, stays apart from
/// these. Once frames are sought out of order, up to 10 MiB of canvases shorten the way back.
///
/// **With a limit** everything counts: frames that are kept, the poster, canvases, and frames that
/// callers hold. Animations that share it get one frame each and equal parts of the rest, and what
/// one does not need goes to the others. When even one frame for each does not fit, the frames of
/// the animation that was not asked for longest go. A frame that is asked for is always decoded, so
/// only callers that hold more frames than the limit, or a frame larger than it, go beyond it.
///
/// Not counted is what decoding itself needs, for each animation: at most
/// ``AnimatedImage/decodingBytes``, such as five pictures, 256 bytes a frame and 1 MiB for a GIF. So all
/// memory of some animations is at most the limit and the sum of these, and 16 MiB for the threads
/// that they share.
///
/// Scarce memory never makes a request fail; it makes frames slower.
public final class FrameBudget: Sendable {
  struct State {
    var members: [UInt64: BudgetMember] = [:]
    var lastID: UInt64 = 0
    var requests: UInt64 = 0
    var peakBytes = 0
  }

  let state = GuardedState(State())
  let now: @Sendable () -> ContinuousClock.Instant

  /// The most bytes of decoded frames; nil when each animation goes by its size.
  public let limit: Int?

  /// A budget that goes by the size of each animation.
  public convenience init() {
    self.init(limit: nil)
  }

  /// A budget of this many bytes, for one animation or for several together.
  public convenience init(bytes: Int) {
    precondition(bytes > 0, "a budget is above 0")
    self.init(limit: bytes)
  }

  init(
    limit: Int?, now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.limit = limit
    self.now = now
  }

  /// Bytes in use now: frames that are kept or that callers hold, and canvases.
  public var usedBytes: Int { state.withLock { $0.liveBytes } }

  /// The most bytes that were ever in use.
  public var peakBytes: Int { state.withLock { $0.peakBytes } }

  /// Lets go of memory, now: every animation keeps one frame. Two seconds later it may keep two,
  /// after three more as many as before, unless a further warning comes. After the fourth warning
  /// it stays at one.
  ///
  /// No request ever fails for it.
  public func trim(_ pressure: MemoryPressure) {
    let now = now()
    let workers = state.withLock { state in
      state.members.keys.compactMap { state.trim($0, at: now) }
    }
    for worker in workers { worker.start() }
  }

  /// The same for one animation.
  func trim(_ pressure: MemoryPressure, _ id: UInt64) {
    let now = now()
    state.withLock { $0.trim(id, at: now) }?.start()
  }
}
