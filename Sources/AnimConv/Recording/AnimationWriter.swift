public import AnimTiming
internal import OutputFiles
public import Raster
internal import Reading
internal import Stages
public import SystemPackage
internal import Threads
public import Writing

/// Writes frames that a program makes itself, while it makes them.
///
/// ```swift
/// let writer = try await AnimationWriter(to: "out.mp4", size: PixelSize(width: 320, height: 200))
/// for step in 0..<100 {
///   try await writer.append(drawn(step), at: .milliseconds(Int64(step) * 20))
/// }
/// try await writer.finish(at: .seconds(2))
/// ```
///
/// A frame is copied, and encoded on another thread while the next one is made. No more than
/// ``Options/queueCapacity`` frames wait for that; then ``append(_:at:isolation:)`` waits, too,
/// or leaves frames out (``Options/whenFull``). So memory does not depend on the number of frames,
/// but for 16 bytes of each frame's time.
///
/// A video is encoded while it is recorded, without B-frames unless they are asked for. All other
/// outputs, and B-frames, need every time, or a look at every frame, before the first one is written,
/// and so do pairs of files, several plays and a number of bytes: for these what differs from frame
/// to frame is spooled, compressed without loss, and converted by ``finish(at:)`` as any other input
/// is.
///
/// The output appears when it is complete and has been read back. A writer that goes without having
/// been finished leaves nothing.
///
/// Times are rounded to 1/90,000 s, or to what the output stores.
///
/// Any task may append; frames are in the order of their times, which each call has to increase.
public final class AnimationWriter: Sendable {
  /// What happens to a frame for which there is no room in the queue.
  public enum WhenFull: Sendable, Hashable {
    /// The caller waits until there is.
    case wait
    /// It is left out, counted by ``AnimationWriter/droppedFrames``, and the frame before it shows
    /// for its time: for sources that do not wait. One processor is left to the source, unless
    /// ``VideoOptions/threads`` says how many the encoder has.
    case dropNewest
  }

  /// How frames are written.
  public struct Options: Sendable {
    /// What to write; nil to go by the output's extension.
    public var kind: OutputKind?
    /// For videos.
    public var video = VideoOptions()
    /// For GIFs, APNGs, animated WebPs and AVIFs.
    public var image = ImageOptions()
    /// For sheets.
    public var sheet = SheetWritingOptions()
    /// For folders and archives of frames.
    public var frames = FrameFilesOptions()
    /// Size and transparency.
    public var shaping = ShapingOptions()
    /// How often it asks to be played.
    public var plays = LoopCount.plays(1)
    /// How many bytes the output may have.
    public var sizeTarget = SizeTarget()
    /// What happens when the output exists.
    public var overwriting = Overwriting.refuse
    /// Whether the folder that the output lies in is made where it is missing.
    public var makesFolder = false
    /// Whether frames have transparent pixels. Without, alpha is not looked at, which is faster.
    public var hasAlpha = false
    /// Frames per second that an encoder is to expect; 60 by default. Decides nothing but how it
    /// divides bytes among frames.
    public var expectedRate = FrameRate(60)
    /// Frames that may wait to be encoded, at least 1; 4 by default.
    public var queueCapacity = 4
    /// What happens to a frame when so many wait.
    public var whenFull = WhenFull.wait
    /// The folder of the temporary file, where one is needed; nil for `TMPDIR`, or `/tmp`.
    public var spoolFolder: FilePath?
    /// Bytes of that file; 16 GiB by default.
    public var maxSpooledBytes = 16 << 30
    /// By which the conversion of what was spooled waits for its turn.
    public var limits = ConversionLimits.shared

    /// The choices that suit most recordings.
    public init() {}
  }

  /// What was written.
  public struct Report: Sendable {
    /// The files, as ``ConversionReport/outputs``.
    public let outputs: [WrittenOutput]
    /// Frames in the output.
    public let frameCount: Int
    /// How long the output lasts.
    public let total: RationalTime
    /// Frames that were left out because the queue was full.
    public let droppedFrames: Int
  }

  /// Width and height of every frame, in pixels.
  public let size: PixelSize
  private let name: String
  private let pool: PixelBufferPool
  private let queue: WriterQueue
  private let core: WriterCore
  private let ordering = GuardedState(())

  /// Checks the output and prepares for the first frame.
  ///
  /// - Parameters:
  ///   - output: where it is to appear.
  ///   - size: of every frame, in pixels; both sides at least 1.
  /// - Throws: ``ConversionError``, such as when the output exists or this FFmpeg lacks the encoder.
  public init(
    to output: AnimationOutput, size: PixelSize, options: Options = Options()
  ) async throws {
    precondition(size.width > 0 && size.height > 0, "a picture has an area")
    self.size = size
    name = output.name
    // As many as are in use at once: fresh memory would cost the caller time.
    pool = PixelBufferPool(size: size, maxSpare: max(1, options.queueCapacity) + 2)
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

  /// Frames that were taken so far.
  public var frameCount: Int { queue.taken }
  /// Frames that were left out so far because the queue was full.
  public var droppedFrames: Int { queue.dropped }

  /// Appends a frame that starts at a time.
  ///
  /// The frame before it shows until then. The first time is where the output begins, whatever it
  /// is.
  ///
  /// - Parameters:
  ///   - pixels: of the writer's size; they are not copied.
  ///   - time: after that of the frame before.
  ///   - isolation: the caller's, who draws or copies on his own thread and goes on there.
  /// - Returns: whether the frame was taken; false when it was left out because the queue is full.
  /// - Throws: ``ConversionError``, also for an earlier frame that could not be written and when the
  ///   task is cancelled while it waits.
  @discardableResult
  public func append(
    _ pixels: PixelBuffer, at time: RationalTime, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Bool {
    check(pixels)
    return try await add(.start(time)) { (pixels, false) }
  }

  /// Appends a frame that starts where the one before ends.
  ///
  /// - Parameters:
  ///   - pixels: of the writer's size; they are not copied.
  ///   - duration: how long it shows, above zero.
  @discardableResult
  public func append(
    _ pixels: PixelBuffer, duration: RationalTime, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Bool {
    check(pixels)
    return try await add(.duration(duration)) { (pixels, false) }
  }

  /// Appends a frame that starts at a time and that the caller draws into the writer's memory.
  ///
  /// - Parameter fill: writes every byte: red, green, blue and straight alpha, rows from the top
  ///   without padding. Not called for a frame that is left out.
  @discardableResult
  public func append(
    at time: RationalTime, isolation: isolated (any Actor)? = #isolation,
    filledBy fill: @Sendable (UnsafeMutableRawBufferPointer) throws -> Void
  ) async throws -> Bool {
    try await add(.start(time)) { try filled(by: fill) }
  }

  /// Appends a frame that starts where the one before ends and that the caller draws into the
  /// writer's memory.
  @discardableResult
  public func append(
    duration: RationalTime, isolation: isolated (any Actor)? = #isolation,
    filledBy fill: @Sendable (UnsafeMutableRawBufferPointer) throws -> Void
  ) async throws -> Bool {
    try await add(.duration(duration)) { try filled(by: fill) }
  }

  /// Appends a copy of pixels that starts at a time.
  ///
  /// - Parameters:
  ///   - bytes: at least `stride` times the height less one, and one row.
  ///   - format: what they are.
  ///   - stride: bytes from one row to the next; nil for rows without padding.
  @discardableResult
  public func append(
    _ bytes: [UInt8], format: PixelLayout = .rgba, stride: Int? = nil, at time: RationalTime,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Bool {
    try await add(.start(time)) { copy(bytes, format, stride) }
  }

  /// Appends a copy of pixels that start where the frame before ends.
  @discardableResult
  public func append(
    _ bytes: [UInt8], format: PixelLayout = .rgba, stride: Int? = nil, duration: RationalTime,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Bool {
    try await add(.duration(duration)) { copy(bytes, format, stride) }
  }

  /// Completes the output and makes it appear.
  ///
  /// - Parameter end: when the last frame ends, in the same time as its start. Nil where frames were
  ///   given durations; else the last frame shows as long as the one before it, and a single one for
  ///   one frame of ``Options/expectedRate``.
  /// - Returns: what was written.
  /// - Throws: ``ConversionError``; then what was at the output before is still there. When the task is
  ///   cancelled, nothing is left.
  @discardableResult
  public func finish(at end: RationalTime? = nil) async throws -> Report {
    try await naming {
      let last = try ordering.withLock { _ in
        try queue.close(end: end, rate: core.options.expectedRate)
      }
      return try await core.finish(at: last, dropped: queue.dropped)
    }
  }

  /// Gives up and leaves nothing. Also what happens when the writer goes without being finished.
  public func cancel() {
    queue.fail(CancellationError())
    core.discard()
  }

  /// The most pictures that were in memory at once, without those of the encoder.
  var peakPictures: Int { pool.peakLive }

  private func check(_ pixels: PixelBuffer) {
    precondition(pixels.size == size, "a picture of \(size), but got \(pixels.size)")
  }

  /// Pixels, and whether their alpha still has to be hidden: on the writer's time, not the caller's.
  private typealias Drawn = (pixels: PixelBuffer, hidesAlpha: Bool)

  private func copy(_ bytes: [UInt8], _ format: PixelLayout, _ stride: Int?) -> Drawn {
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
      // The closure is on the caller's actor only when it mentions it.
      _ = isolation
      guard try await queue.enter(place) else { return false }
      let core = core
      let drawn: Drawn
      do {
        drawn = try draw()
        // Frames of several tasks are written in the order of their places.
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
