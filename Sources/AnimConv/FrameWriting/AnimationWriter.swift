internal import AnimPlay
public import AnimTiming
internal import OutputFiles
public import Raster
internal import Reading
internal import Stages
public import SystemPackage
internal import Threads
public import Writing

/// Writes frames while a program makes them.
///
/// ```swift
/// let writer = try await AnimationWriter(to: "out.mp4", size: PixelSize(width: 320, height: 200))
/// for step in 0..<100 {
///   try await writer.append(drawn(step), at: .milliseconds(Int64(step) * 20))
/// }
/// try await writer.finish(at: .seconds(2))
/// ```
///
/// Each frame is copied, and encoded on another thread while the next one is made. At most
/// ``Options/queueCapacity`` frames wait; then ``append(_:at:isolation:)`` waits as well, or drops
/// frames (``Options/whenFull``). Memory therefore does not depend on the number of frames, except
/// for 16 bytes per frame.
///
/// A video is encoded during recording, without B-frames unless they are requested. Other outputs,
/// B-frames, pairs of files, several plays and a limit on bytes need all frames first. For these,
/// the changes between frames are spooled losslessly, and ``finish(at:)`` converts them like any
/// other input.
///
/// The output appears when it is complete and has been read back. A writer that is released before
/// it is finished leaves nothing.
///
/// Times are rounded to 1/90,000 s, or to the output's unit.
///
/// Any task may append; frames must be in time order, and each call must increase the time.
public final class AnimationWriter: Sendable {
  /// The handling of a frame when the queue is full.
  public enum WhenFull: Sendable, Hashable {
    /// The caller waits for room.
    case wait
    /// The frame is dropped and counted in ``AnimationWriter/droppedFrames``, and the previous
    /// frame is shown instead: for sources that cannot wait. One processor is reserved for the
    /// source, unless ``VideoOptions/threads`` sets the encoder's threads.
    case dropNewest
  }

  /// Options of the output.
  public struct Options: Sendable {
    /// The kind of output; nil to use its extension.
    public var kind: OutputKind?
    /// For videos.
    public var video = VideoOptions()
    /// For GIFs, APNGs, animated WebPs and AVIFs.
    public var image = Conversion.Image()
    /// For sheets.
    public var sheet = SheetWritingOptions()
    /// For folders and archives of frames.
    public var frames = FrameFilesOptions()
    /// Size and transparency.
    public var shaping = Conversion.Shaping()
    /// The loop count.
    public var plays = LoopCount.plays(1)
    /// The largest size of the output.
    public var sizeTarget = Conversion.SizeTarget()
    /// The handling of an existing output.
    public var overwriting = Conversion.Overwriting.refuse
    /// Whether a missing parent folder of the output is created.
    public var makesFolder = false
    /// Whether frames have transparent pixels. If not, alpha is ignored, which is faster.
    public var hasAlpha = false
    /// The expected frame rate, for encoders; 60 by default. It only affects how bytes are divided
    /// among frames.
    public var expectedRate = FrameRate(60)
    /// Frames that may wait to be encoded, at least 1; 4 by default.
    public var queueCapacity = 4
    /// The handling of a frame when the queue is full.
    public var whenFull = WhenFull.wait
    /// The folder of a temporary file, if one is needed; nil for `TMPDIR`, or `/tmp`.
    public var spoolFolder: FilePath?
    /// The largest size of that file in bytes; 16 GiB by default.
    public var maxSpooledBytes = 16 << 30
    /// The limits for converting spooled frames.
    public var limits = ConversionLimits.shared

    /// Defaults that suit most recordings.
    public init() {}
  }

  /// What was written.
  public struct Report: Sendable {
    /// The files, as in ``Conversion/Report/outputs``.
    public let outputs: [Conversion.Report.Output]
    /// Frames in the output.
    public let frameCount: Int
    /// The duration of the output.
    public let total: RationalTime
    /// Frames that were dropped because the queue was full.
    public let droppedFrames: Int
  }

  /// Width and height of every frame, in pixels.
  public let size: PixelSize
  private let name: String
  private let pool: PixelBuffer.Pool
  private let queue: WriterQueue
  private let core: WriterCore
  private let ordering = GuardedState(())

  /// Checks the output and prepares for the first frame.
  ///
  /// - Parameters:
  ///   - output: the destination.
  ///   - size: the size of every frame, in pixels; both sides at least 1.
  /// - Throws: ``ConversionError``, for example if the output exists or this FFmpeg lacks the
  ///   encoder.
  public init(
    to output: AnimationOutput, size: PixelSize, options: Options = Options()
  ) async throws {
    precondition(size.width > 0 && size.height > 0, "a picture has an area")
    self.size = size
    name = output.name
    // The pool keeps as many buffers as are used at the same time, because allocating memory would
    // cost the caller time.
    pool = PixelBuffer.Pool(size: size, maxSpare: max(1, options.queueCapacity) + 2)
    queue = WriterQueue(capacity: options.queueCapacity, waits: options.whenFull == .wait)
    let core = WriterCore(output, size: size, options: options, queue: queue)
    self.core = core
    try await naming {
      try await core.perform { [pool] in
        try core.open()
        if options.whenFull == .dropNewest { pool.prepare(options.queueCapacity + 2) }
      }
    }
  }

  deinit { core.discard() }

  /// Frames that were accepted so far.
  public var frameCount: Int { queue.taken }
  /// Frames that were dropped so far because the queue was full.
  public var droppedFrames: Int { queue.dropped }

  /// Appends a frame with its start time.
  ///
  /// The previous frame is shown until then. The first time is the start of the output, whatever
  /// its value.
  ///
  /// - Parameters:
  ///   - pixels: an image of the writer's size; not copied.
  ///   - time: later than that of the previous frame.
  ///   - isolation: the caller's isolation; drawing and copying happen there.
  /// - Returns: whether the frame was accepted; false if it was dropped because the queue is full.
  /// - Throws: ``ConversionError``, also for an earlier frame that could not be written and if the
  ///   task is cancelled while it waits.
  @discardableResult
  public func append(
    _ pixels: PixelBuffer, at time: RationalTime, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Bool {
    check(pixels)
    return try await add(.start(time)) { (pixels, false) }
  }

  /// Appends a frame that starts at the end of the previous one.
  ///
  /// - Parameters:
  ///   - pixels: an image of the writer's size; not copied.
  ///   - duration: its duration, above zero.
  @discardableResult
  public func append(
    _ pixels: PixelBuffer, duration: RationalTime, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Bool {
    check(pixels)
    return try await add(.duration(duration)) { (pixels, false) }
  }

  /// Appends a frame with its start time; the caller draws it into the writer's memory.
  ///
  /// - Parameter fill: writes every byte: red, green, blue and straight alpha, rows from the top
  ///   without padding. Not called for a dropped frame.
  @discardableResult
  public func append(
    at time: RationalTime, isolation: isolated (any Actor)? = #isolation,
    filledBy fill: @Sendable (UnsafeMutableRawBufferPointer) throws -> Void
  ) async throws -> Bool {
    try await add(.start(time)) { try filled(by: fill) }
  }

  /// Appends a frame that starts at the end of the previous one; the caller draws it into the
  /// writer's memory.
  @discardableResult
  public func append(
    duration: RationalTime, isolation: isolated (any Actor)? = #isolation,
    filledBy fill: @Sendable (UnsafeMutableRawBufferPointer) throws -> Void
  ) async throws -> Bool {
    try await add(.duration(duration)) { try filled(by: fill) }
  }

  /// Appends a copy of pixels with its start time.
  ///
  /// - Parameters:
  ///   - bytes: at least `stride` times one less than the height, plus one row.
  ///   - format: the pixel format.
  ///   - stride: bytes from one row to the next; nil for rows without padding.
  @discardableResult
  public func append(
    _ bytes: [UInt8], format: PixelBuffer.Layout = .rgba, stride: Int? = nil, at time: RationalTime,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Bool {
    try await add(.start(time)) { copy(bytes, format, stride) }
  }

  /// Appends a copy of pixels that starts at the end of the previous frame.
  @discardableResult
  public func append(
    _ bytes: [UInt8], format: PixelBuffer.Layout = .rgba, stride: Int? = nil,
    duration: RationalTime,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Bool {
    try await add(.duration(duration)) { copy(bytes, format, stride) }
  }

  /// Completes the output and publishes it.
  ///
  /// - Parameter end: the end of the last frame, in the same time as its start. Nil if frames have
  ///   durations; otherwise the last frame is shown as long as the previous one, and a single frame
  ///   for one period of ``Options/expectedRate``.
  /// - Returns: a summary of the output.
  /// - Throws: ``ConversionError``; an existing output is then unchanged. If the task is cancelled,
  ///   nothing is left.
  @discardableResult
  public func finish(at end: RationalTime? = nil) async throws -> Report {
    try await naming {
      let last = try ordering.withLock { _ in
        try queue.close(end: end, rate: core.options.expectedRate)
      }
      return try await core.finish(at: last, dropped: queue.dropped)
    }
  }

  /// Cancels the recording and leaves nothing. This also happens if the writer is released before
  /// it is finished.
  public func cancel() {
    queue.fail(CancellationError())
    core.discard()
  }

  /// The largest number of images in memory, without those of the encoder.
  var peakPictures: Int { pool.peakLive }

  private func check(_ pixels: PixelBuffer) {
    precondition(pixels.size == size, "a picture of \(size), but got \(pixels.size)")
  }

  /// Pixels, and whether their alpha must still be set, which takes the writer's time instead of
  /// the caller's.
  private typealias Drawn = (pixels: PixelBuffer, hidesAlpha: Bool)

  private func copy(_ bytes: [UInt8], _ format: PixelBuffer.Layout, _ stride: Int?) -> Drawn {
    var format = format
    if !core.options.hasAlpha { format.alpha = .ignored }
    return bytes.withUnsafeBytes {
      (pool.buffer(copying: $0, format: format, stride: stride), false)
    }
  }

  private func filled(by fill: (UnsafeMutableRawBufferPointer) throws -> Void) rethrows -> Drawn {
    if core.options.hasAlpha { return (try pool.buffer(filledBy: fill), false) }
    let buffer = pool.take()
    buffer.contents = nil
    try fill(UnsafeMutableRawBufferPointer(start: buffer.base, count: buffer.byteCount))
    return (buffer, true)
  }

  private func add(
    _ place: WriterQueue.Place, isolation: isolated (any Actor)? = #isolation,
    _ draw: () throws -> Drawn
  ) async throws -> Bool {
    try await naming {
      // The closure runs on the caller's actor only if it mentions it.
      _ = isolation
      guard try await queue.enter(place) else { return false }
      let core = core
      let drawn: Drawn
      do {
        drawn = try draw()
        // Frames from several tasks are written in the order of their places.
        try ordering.withLock { _ in
          let start = try queue.place(place)
          core.write(drawn.pixels, hidesAlpha: drawn.hidesAlpha, at: start)
        }
      } catch {
        queue.leave()
        throw error
      }
      return true
    }
  }

  /// Every error names the output.
  private func naming<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
  ) async throws -> Value {
    do { return try await body() } catch {
      throw ConversionError.wrapping(error, file: name, stage: .writing)
    }
  }
}
