internal import Threads

/// The number of bytes of decoded frames that animations cache.
///
/// ```swift
/// let budget = FrameBudget(bytes: 64 << 20)
/// let first = try await AnimatedImage("a.gif", budget: budget)
/// let second = try await AnimatedImage("b.gif", budget: budget)
/// ```
///
/// **Without a limit** the cache depends on the size of each animation, as in FLAnimatedImage: all
/// frames up to 10 MiB, five frames up to 75 MiB, otherwise two, the shown frame and the next one.
/// The first frame, the poster, is cached separately. Once frames are requested out of order, up to
/// 10 MiB of canvases shorten the path back.
///
/// **With a limit** everything counts: cached frames, the poster, canvases, and frames that callers
/// hold. Animations that share the limit get one frame each and equal parts of the rest; unused
/// parts go to the others. If one frame for each does not fit, the frames of the least recently
/// used animation are evicted. A requested frame is always decoded, so only callers that hold too
/// many frames, or a frame larger than the limit, exceed it.
///
/// Decoding itself needs further memory, for each animation at most
/// ``AnimatedImage/decodingBytes``: for a GIF, five images, 256 bytes per frame and 1 MiB. The
/// total memory of several animations is at most the limit, the sum of these values, and 16 MiB for
/// shared threads.
///
/// Scarce memory never makes a request fail; it makes requests slower.
public final class FrameBudget: Sendable {
  struct State {
    var members: [UInt64: BudgetMember] = [:]
    var lastID: UInt64 = 0
    var requests: UInt64 = 0
    var peakBytes = 0

    /// The record of an animation that has joined and not left.
    func member(_ id: UInt64) -> BudgetMember {
      guard let member = members[id] else { preconditionFailure("the animation has left") }
      return member
    }
  }

  let state = GuardedState(State())
  let now: @Sendable () -> ContinuousClock.Instant

  /// The largest number of bytes of decoded frames; nil if it depends on the size of each
  /// animation.
  public let limit: Int?

  /// A budget that depends on the size of each animation.
  public convenience init() {
    self.init(limit: nil)
  }

  /// A budget with this many bytes for one or several animations.
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

  /// Bytes in use: cached frames, frames that callers hold, and canvases.
  public var usedBytes: Int { state.withLock { $0.liveBytes } }

  /// The largest number of bytes ever in use.
  public var peakBytes: Int { state.withLock { $0.peakBytes } }

  /// Frees memory now: every animation keeps one frame. Without further warnings, it may keep two
  /// frames after two seconds, and as many as before after three more. After the fourth warning it
  /// stays at one.
  ///
  /// This never makes a request fail.
  public func trim(_ pressure: Pressure) {
    let now = now()
    let workers = state.withLock { state in
      state.members.values.compactMap { $0.trim(at: now) }
    }
    for worker in workers { worker.start() }
  }

  /// Frees memory of one animation.
  func trim(_ pressure: Pressure, _ id: UInt64) {
    let now = now()
    state.withLock { $0.members[id]?.trim(at: now) }?.start()
  }
}
