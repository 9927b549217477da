public import AnimTiming
internal import OutputFiles
public import Raster
public import Reading
internal import Stages
internal import Writing

/// Chosen frames of a video, or of an animation of any other kind, with what is known of each: what an
/// export of frames would write, for programs that write no file.
///
/// ```swift
/// for try await frame in VideoFrames(.path(input), every: .seconds(1)) {
///   frame.pixels.withBytes { rgba in consume(rgba) }
///   print(frame.frame, frame.start, frame.pts ?? 0)
/// }
/// ```
///
/// A frame is decoded when it is asked for, from the nearest key frame before, and every time means the
/// frame that is shown then. The input is opened twice, first to know the frames, so it cannot be a stream;
/// with choices that pictures decide, such as ``FrameChoice/scene``, all of them are looked at before the
/// first comes. Each iteration begins anew.
public struct VideoFrames: AsyncSequence, Sendable {
  /// What is read.
  public let input: AnimationInput
  /// Which frames, in which order.
  public let edits: TimingEdits
  /// Limits and what to do about damage.
  public let reading: ReadingOptions

  /// - Parameters:
  ///   - at: the frames that are shown at these times, and those with these numbers; nil for all.
  ///   - every: the frames that are shown at the multiples of this time; nil for all.
  ///   - select: which frames may be chosen.
  ///   - pick: at most so many, spread evenly over the time; nil for all.
  ///   - range: the part that is wanted; nil for all.
  ///   - reading: limits and what to do about damage.
  public init(
    _ input: AnimationInput, at moments: [FrameMoment]? = nil, every interval: RationalTime? = nil,
    select: FrameChoice = .all, pick: Int? = nil, range: FrameRange? = nil,
    reading: ReadingOptions = ReadingOptions()
  ) {
    self.init(
      input,
      TimingEdits(range: range, at: moments, select: select, interval: interval, pick: pick),
      reading: reading)
  }

  /// - Parameter edits: which frames, in which order.
  public init(
    _ input: AnimationInput, _ edits: TimingEdits, reading: ReadingOptions = ReadingOptions()
  ) {
    self.input = input
    self.edits = edits
    var reading = reading
    reading.video.keepsEqualTimes = true
    self.reading = reading
  }

  /// Begins at the first chosen frame.
  public func makeAsyncIterator() -> Iterator { Iterator(frames: self) }

  /// Walks through the chosen frames.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    let frames: VideoFrames
    private var opened: (animation: AnimatedImage, rows: [FrameRecord.Row])?
    private var index = 0

    init(frames: VideoFrames) { self.frames = frames }

    /// The next frame, waiting until it is decoded; nil after the last.
    ///
    /// - Throws: ``ConversionError``, also when the task is cancelled.
    public mutating func next() async throws -> Frame? {
      if opened == nil { opened = try await frames.open() }
      guard let opened, index < opened.rows.count else { return nil }
      defer { index += 1 }
      let row = opened.rows[index]
      return Frame(row, index, try await opened.animation.frame(at: row.frame).pixels)
    }
  }

  private func open() async throws -> (AnimatedImage, [FrameRecord.Row]) {
    var conversion = Conversion(input: input, output: .standardOutput)
    conversion.reading = reading
    conversion.timing.edits = edits
    conversion.frames.writesPictures = false
    conversion.frames.lists = [.jsonl]
    let plan = try await Converter(conversion).plan()
    guard let record = plan.content.frameRecord else {
      preconditionFailure("a record alone has a plan of its own")
    }
    return (try await AnimatedImage(input, reading: reading), record.rows)
  }
}

extension VideoFrames {
  /// One chosen frame and what is known of it.
  public struct Frame: Sendable {
    /// How many chosen frames come before.
    public let index: Int
    /// The number of the frame in the input, from 0.
    public let frame: Int
    /// The whole picture, upright: 8-bit RGBA.
    public let pixels: PixelBuffer
    /// When the input shows it.
    public let start: RationalTime
    /// For how long the input shows it.
    public let duration: RationalTime
    /// When a video shows it by its packet, in ticks of ``timebase``; nil for other inputs.
    public let pts: Int64?
    /// The unit of ``pts``.
    public let timebase: Timebase?
    /// Whether a video stores it as a key frame; nil for other inputs.
    public let isKey: Bool?
    /// The times and numbers that were asked for and are its.
    public let requested: [FrameMoment]
    /// How unlike the shot before is, from 0 to 100, where frames are chosen by shots; nil for the first.
    public let sceneScore: Double?
    /// The shot that it belongs to, from 0, where frames are chosen by shots.
    public let shot: Int?
    /// How sharp it is, where that was measured.
    public let sharpness: Double?
    /// The largest difference from the frame kept before, in steps of luma, where that was measured.
    public let difference: Int?

    init(_ row: FrameRecord.Row, _ index: Int, _ pixels: PixelBuffer) {
      self.index = index
      self.pixels = pixels
      frame = row.frame
      start = row.start
      duration = row.duration
      pts = row.pts
      timebase = row.timebase
      isKey = row.isKey
      requested = row.requested
      sceneScore = row.scores.scene
      shot = row.scores.shot
      sharpness = row.scores.sharpness
      difference = row.scores.difference
    }
  }
}
