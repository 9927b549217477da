public import AnimTiming
public import Raster
public import Reading
public import Stages
internal import Threads

/// Any frame of an animation at any time, decoded just before it is needed, with memory that does
/// not depend on the animation's length.
///
/// ```swift
/// let animation = try await AnimatedImage("in.gif")
/// let frame = try await animation.frame(at: animation.count / 2)
/// frame.pixels.withBytes { rgba in upload(rgba) }
/// ```
///
/// Any number of tasks may use it at the same time. One worker decodes for all of them: first the
/// awaited frames, then ahead in playing order as far as the ``FrameBudget`` allows. Requests
/// without an order are not decoded ahead.
///
/// **The cost of a frame.** A cached frame is free. The next frame in order costs one decoding. Any
/// other frame is decoded from the latest of these: the last decoded frame, a cached canvas, and
/// ``restartPoint(for:)``. Once frames are requested out of order, canvases are cached within the
/// budget, at the places that shorten the longest decoding paths most according to the survey.
///
/// After a reading error, cached frames remain available and all other frames throw that error.
public final class AnimatedImage: Sendable {
  /// What the survey found.
  public let info: SourceInfo
  /// The start and duration of each frame in one play.
  public let timeline: AnimationTimeline
  /// The budget of the cached frames.
  public let budget: FrameBudget

  /// Its name in messages.
  private let name: String
  private let worker: DecodingWorker
  private let restartPoints: RestartPoints

  /// Surveys an input of any supported kind. Decodes no pixels yet.
  ///
  /// - Parameters:
  ///   - reading: limits and the handling of damage.
  ///   - delays: the policy that turns delays into durations; nil for the default of the input's
  ///     kind.
  ///   - budget: a budget shared with other animations; by default a separate one that depends on
  ///     the animation's size.
  /// - Throws: ``ConversionError``, also if the policy gives a frame no duration and if the task is
  ///   cancelled.
  /// - Complexity: reads the whole input once.
  public convenience init(
    _ input: AnimationInput, reading: ReadingOptions = ReadingOptions(), delays: DelayPolicy? = nil,
    budget: FrameBudget = FrameBudget()
  ) async throws {
    let opened: Opened
    do {
      opened = try await opening(input, in: .shared, for: .playback, name: "opening") {
        work, open in
        try Opened(
          CancellationFlag.$ofOpening.withValue(work.cancellation) { try open(input, reading) },
          isCustom: input.isCustom, delays: delays, budget: budget)
      }
    } catch {
      throw ConversionError.wrapping(error, file: input.name, stage: .reading)
    }
    self.init(opened, name: input.name)
    await budget.settleCanvases()
  }

  /// The result of opening, on a separate thread.
  private struct Opened: Sendable {
    let info: SourceInfo
    let timeline: AnimationTimeline
    let restartPoints: RestartPoints
    let decodingBytes: Int
    let worker: DecodingWorker
    let pool: PixelBuffer.Pool
    let budget: FrameBudget

    init(
      _ source: any FrameSource, isCustom: Bool, delays: DelayPolicy?, budget: FrameBudget
    ) throws {
      // Only this thread uses it now, and only the worker will use it later.
      nonisolated(unsafe) let source = source
      info = source.info
      timeline = try (delays ?? info.defaultPolicy).resolve(info.frames.map(\.delay)).timeline
      restartPoints = RestartPoints(source)
      // One additional image waits for reuse.
      decodingBytes = source.decodingBytes + PixelBuffer.Pool.byteCount(info.size)
      pool = PixelBuffer.Pool(size: info.size, maxSpare: 1)
      self.budget = budget
      worker = DecodingWorker(source, isCustom: isCustom, pool: pool, budget: budget)
    }
  }

  private init(_ opened: Opened, name: String) {
    self.name = name
    info = opened.info
    timeline = opened.timeline
    restartPoints = opened.restartPoints
    decodingBytes = opened.decodingBytes
    worker = opened.worker
    budget = opened.budget
    budget.join(
      BudgetMember(
        worker: worker, pool: opened.pool, frameBytes: max(1, opened.info.size.area * 4),
        cache: FrameCache(
          count: opened.info.frames.count, wraps: opened.info.plays != .plays(1),
          keepsPoster: opened.budget.limit == nil)), worker.id)
  }

  deinit {
    worker.stop()
    budget.leave(worker.id)
  }

  /// The number of frames, at least one.
  public var count: Int { info.frames.count }
  /// The loop count of the file.
  public var plays: LoopCount { info.plays }
  /// Width and height of every frame, in pixels.
  public var size: PixelSize { info.size }
  /// Damage in the file that was tolerated, including damage that decoding found so far.
  public var warnings: [ReadingWarning] { info.warnings + worker.warnings }

  /// An upper bound of the bytes that decoding needs in addition to the ``budget``: the canvas, the
  /// frames of a video decoder, pages of a sheet, and facts about every frame. Most inputs need
  /// less.
  public let decodingBytes: Int

  /// Whether any pixel of any frame is transparent.
  ///
  /// - Complexity: decodes as far as necessary; nothing if the headers decide
  ///   (``SourceInfo/alpha``).
  public var hasAlpha: Bool {
    get async throws {
      switch info.alpha {
      case .absent: false
      case .present: true
      case .possible: try await naming { try await worker.detectAlpha() }
      }
    }
  }

  /// The latest frame from which decoding can start to show frame `index`, without a cached canvas.
  ///
  /// - Complexity: O(log frames).
  public func restartPoint(for index: Int) -> Int {
    precondition((0..<count).contains(index), "no frame \(index)")
    return restartPoints.latest(upTo: index)
  }

  /// A frame, waiting until it is decoded.
  ///
  /// - Parameter index: from 0 up to, but not including, the number of frames.
  /// - Throws: ``ConversionError``, also if there is no such frame and if the task is cancelled.
  public func frame(at index: Int) async throws -> AnimatedImage.Frame {
    try await naming {
      guard (0..<count).contains(index) else { throw PlaybackError.noFrame(index, count: count) }
      return placed(index, try await budget.frame(index, worker.id))
    }
  }

  /// The frame that is shown at this time after the start of the first play, waiting until it is
  /// decoded.
  ///
  /// - Parameter time: counts all plays; before 0 it gives the first frame, and after the last play
  ///   the last frame.
  public func frame(at time: RationalTime) async throws -> AnimatedImage.Frame {
    try await frame(at: cursor(.skip).frameIndex(at: time))
  }

  /// The frame if it is decoded, otherwise the latest decoded frame before it, or nil. Never waits.
  ///
  /// Requests that the frame is decoded soon. Compare ``AnimatedImage/Frame/index`` to see which
  /// frame was returned; for nil, keep showing the current frame.
  public func frameIfReady(at index: Int) -> AnimatedImage.Frame? {
    precondition((0..<count).contains(index), "no frame \(index)")
    return budget.frameIfReady(index, worker.id).map { placed($0.index, $0.pixels) }
  }

  /// The frame that is shown at this time after the start of the first play if it is decoded,
  /// otherwise the latest decoded frame before it in the same play, or nil. Never waits.
  public func frameIfReady(at time: RationalTime) -> AnimatedImage.Frame? {
    frameIfReady(at: cursor(.skip).frameIndex(at: time))
  }

  /// Frees memory now and uses it again step by step; see ``FrameBudget/trim(_:)``.
  public func trim(_ pressure: FrameBudget.Pressure) {
    budget.trim(pressure, worker.id)
  }

  /// A cursor for this animation's timeline and plays.
  func cursor(_ lateness: PlaybackCursor.Lateness) -> PlaybackCursor {
    PlaybackCursor(timeline: timeline, plays: plays, lateness: lateness)
  }

  /// Every error names the file.
  private func naming<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
  ) async throws -> Value {
    do { return try await body() } catch {
      throw ConversionError.wrapping(error, file: name, stage: .reading)
    }
  }

  private func placed(_ index: Int, _ pixels: PixelBuffer) -> AnimatedImage.Frame {
    AnimatedImage.Frame(
      index: index, pixels: pixels, start: timeline.startTime(of: index),
      duration: timeline.durationTime(of: index))
  }
}
