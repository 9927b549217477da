internal import AnimPlay
public import AnimTiming
internal import OutputFiles
public import Raster
public import Reading
internal import Stages
internal import Writing

/// Selected frames of a video or another animation, with their records: the frames that an export
/// would write, but without files.
///
/// ```swift
/// for try await frame in VideoFrames(.path(input), every: .seconds(1)) {
///   frame.pixels.withBytes { rgba in consume(rgba) }
///   print(frame.frame, frame.start, frame.pts ?? 0)
/// }
/// ```
///
/// A frame is decoded on request, from the nearest earlier key frame. A time selects the frame that
/// is shown then. The input is opened twice, first to find the frames, so it cannot be a stream.
/// Choices that depend on pictures, such as ``AnimationTimeline/FrameChoice/scene``, examine all of
/// them before the first frame is returned. Each iteration starts again.
public struct VideoFrames: AsyncSequence, Sendable {
  /// The input.
  public let input: AnimationInput
  /// Which frames, in which order.
  public let edits: TimingEdits
  /// The limits, and how damage is handled.
  public let reading: ReadingOptions

  /// - Parameters:
  ///   - at: selects the frames at these times or with these numbers; nil for all.
  ///   - every: selects the frames at the multiples of this time; nil for all.
  ///   - select: the kind of frames to select.
  ///   - pick: the largest number of frames, spread evenly over time; nil for all.
  ///   - range: the part to select from; nil for all.
  ///   - reading: the limits, and how damage is handled.
  public init(
    _ input: AnimationInput, at moments: [AnimationTimeline.FrameMoment]? = nil,
    every interval: RationalTime? = nil,
    select: AnimationTimeline.FrameChoice = .all, pick: Int? = nil,
    range: AnimationTimeline.FrameRange? = nil,
    reading: ReadingOptions = ReadingOptions()
  ) {
    self.init(
      input,
      TimingEdits(range: range, at: moments, select: select, interval: interval, pick: pick),
      reading: reading)
  }

  /// - Parameter edits: select the frames and their order.
  public init(
    _ input: AnimationInput, _ edits: TimingEdits, reading: ReadingOptions = ReadingOptions()
  ) {
    self.input = input
    self.edits = edits
    var reading = reading
    reading.video.keepsEqualTimes = true
    self.reading = reading
  }

  /// Starts at the first selected frame.
  public func makeAsyncIterator() -> Iterator { Iterator(frames: self) }

  /// Iterates over the selected frames.
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
  /// One selected frame and its record.
  public struct Frame: Sendable {
    /// The number of selected frames before it.
    public let index: Int
    /// The number of the frame in the input, from 0.
    public let frame: Int
    /// The whole picture, upright: 8-bit RGBA.
    public let pixels: PixelBuffer
    /// Its start in the input.
    public let start: RationalTime
    /// Its duration in the input.
    public let duration: RationalTime
    /// The presentation time of its packet in a video, in ticks of ``timebase``; nil for other
    /// inputs.
    public let pts: Int64?
    /// The unit of ``pts``.
    public let timebase: Timebase?
    /// Whether it is a key frame of a video; nil for other inputs.
    public let isKey: Bool?
    /// The requested times and numbers that selected it.
    public let requested: [AnimationTimeline.FrameMoment]
    /// The difference from the previous shot, from 0 to 100, if frames are selected by shots; nil
    /// for the first shot.
    public let sceneScore: Double?
    /// The number of its shot, from 0, if frames are selected by shots.
    public let shot: Int?
    /// Its sharpness, if that was measured.
    public let sharpness: Double?
    /// The largest difference from the previously kept frame, in steps of luma, if that was
    /// measured.
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
