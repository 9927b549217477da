public import AnimTiming
public import Raster
public import Reading
public import Stages
internal import Threads

/// Any frame of an animation at any time, decoded just before it is needed, in a fixed amount of
/// memory however long the animation is.
///
/// ```swift
/// let animation = try await AnimatedImage("in.gif")
/// let frame = try await animation.frame(at: animation.count / 2)
/// frame.pixels.withBytes { rgba in upload(rgba) }
/// ```
///
/// Any number of tasks may use it at once. One worker decodes for all of them: what is waited for
/// first, then ahead in playing order as far as the ``FrameBudget`` lets frames be kept. Requests
/// that follow no order are not decoded ahead for.
///
/// **What a frame costs.** One that is kept costs nothing. The next one in order costs decoding it.
/// Any other costs decoding from the latest of: the frame decoded last, a kept canvas, and
/// ``restartPoint(for:)``. Canvases are kept, within the budget, from the first time that frames
/// are sought: where the survey says that they shorten the longest ways most.
///
/// After an error in reading, frames that are kept can still be had and all others throw that
/// error.
public final class AnimatedImage: Sendable {
  /// What the survey found.
  public let info: SourceInfo
  /// When each frame starts and how long it shows, in one play.
  public let timeline: Timeline
  /// What the frames that are kept count in.
  public let budget: FrameBudget

  /// What to call it in messages.
  private let name: String
  private let worker: DecodingWorker
  private let restartPoints: RestartPoints

  /// Surveys an input of any kind that animconv reads. No pixel is decoded yet.
  ///
  /// - Parameters:
  ///   - reading: limits and what to do about damage.
  ///   - delays: the policy that makes durations of delays; nil for the default of the input's
  ///     kind.
  ///   - budget: one to share with other animations; by default one of its own that goes by its
  ///     size.
  /// - Throws: ``ConversionError``, also when the policy decides no duration for a frame and when
  ///   the task is cancelled.
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

  /// What opening made, on a thread of its own.
  private struct Opened: Sendable {
    let info: SourceInfo
    let timeline: Timeline
    let restartPoints: RestartPoints
    let decodingBytes: Int
    let worker: DecodingWorker
    let pool: PixelBufferPool
    let budget: FrameBudget

    init(
      _ source: any FrameSource, isCustom: Bool, delays: DelayPolicy?, budget: FrameBudget
    ) throws {
      // Only this thread knows it, and only the worker will use it.
      nonisolated(unsafe) let source = source
      info = source.info
      timeline = try (delays ?? info.defaultPolicy).resolve(info.frames.map(\.delay)).timeline
      restartPoints = RestartPoints(source)
      // One picture more waits to be used again.
      decodingBytes = source.decodingBytes + PixelBufferPool.byteCount(info.size)
      pool = PixelBufferPool(size: info.size, maxSpare: 1)
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

  /// How many frames there are; at least one.
  public var count: Int { info.frames.count }
  /// How often the file asks to be played.
  public var plays: LoopCount { info.plays }
  /// Width and height of every frame, in pixels.
  public var size: PixelSize { info.size }
  /// What was wrong with the file and was tolerated, including damage that decoding found so far.
  public var warnings: [ReadingWarning] { info.warnings + worker.warnings }

  /// The most bytes that decoding takes beside what the ``budget`` counts: the canvas that is drawn
  /// on, the pictures of a video's decoder, pages of a sheet, what is known of every frame. An upper
  /// bound; most inputs take less.
  public let decodingBytes: Int

  /// Whether any pixel of any frame is transparent.
  ///
  /// - Complexity: decodes no more than is needed to know; nothing when the headers tell
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

  /// The latest frame from which decoding can begin so as to show frame `index`, without any canvas
  /// that is kept.
  ///
  /// - Complexity: O(log frames).
  public func restartPoint(for index: Int) -> Int {
    precondition((0..<count).contains(index), "no frame \(index)")
    return restartPoints.latest(upTo: index)
  }

  /// A frame, waiting until it is decoded.
  ///
  /// - Parameter index: from 0 up to the number of frames.
  /// - Throws: ``ConversionError``, also when there is no such frame and when the task is cancelled.
  public func frame(at index: Int) async throws -> AnimationFrame {
    try await naming {
      guard (0..<count).contains(index) else { throw PlaybackError.noFrame(index, count: count) }
      return placed(index, try await budget.frame(index, worker.id))
    }
  }

  /// The frame that shows so long after the start of the first play, waiting until it is decoded.
  ///
  /// - Parameter time: counts all plays; before 0 it is the first frame, and when the last play is
  ///   over the last one.
  public func frame(at time: RationalTime) async throws -> AnimationFrame {
    try await frame(at: cursor(.skip).frameIndex(at: time))
  }

  /// A frame if it is decoded, else the newest one before it that is, or nil. Never waits.
  ///
  /// Sees to it that the frame is decoded soon. Compare ``AnimationFrame/index`` to know which one
  /// it is; when there is none, go on showing what you show.
  public func frameIfReady(at index: Int) -> AnimationFrame? {
    precondition((0..<count).contains(index), "no frame \(index)")
    return budget.frameIfReady(index, worker.id).map { placed($0.index, $0.pixels) }
  }

  /// The frame that shows so long after the start of the first play, if it is decoded, else the
  /// newest one before it in the same play that is, or nil. Never waits.
  public func frameIfReady(at time: RationalTime) -> AnimationFrame? {
    frameIfReady(at: cursor(.skip).frameIndex(at: time))
  }

  /// Lets go of memory, now, and takes it again step by step; see ``FrameBudget/trim(_:)``.
  public func trim(_ pressure: MemoryPressure) {
    budget.trim(pressure, worker.id)
  }

  /// A cursor over this animation's timeline and plays.
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

  private func placed(_ index: Int, _ pixels: PixelBuffer) -> AnimationFrame {
    AnimationFrame(
      index: index, pixels: pixels, start: timeline.startTime(of: index),
      duration: timeline.durationTime(of: index))
  }
}
