internal import AnimPlay
internal import AnimTiming
internal import Raster
internal import Reading
internal import Stages
internal import Threads

/// Moves every frame of a plan to the output: a separate thread reads, the calling thread shapes
/// and writes.
struct FramePump {
  let plan: Conversion.Plan
  /// The output's name in messages.
  let outputName: String
  let cancellation: CancellationFlag
  /// The detector of dithering that is kept; nil if there is none.
  var ditherWatch: DitherWatch?
  /// Called after each frame with the number of written frames; throws to stop.
  let onFrame: (Int) throws -> Void

  /// A damaged frame, or one whose size or layout differs from previous frames, has transparent
  /// pixels that the plan did not expect.
  struct UnexpectedAlpha: Error {}

  /// - Throws: ``ConversionError``, ``UnexpectedAlpha``.
  mutating func run(from source: any FrameSource, into delivery: any Delivery) throws {
    try run(
      from: source, plays: delivery.playsWanted, skipping: delivery.framesDone, delivery.write)
  }

  /// Passes the frames of one play to a consumer that needs all of them first.
  ///
  /// - Throws: ``ConversionError``, ``UnexpectedAlpha``.
  mutating func runFirstPass(from source: any FrameSource, into delivery: any Delivery) throws {
    try run(from: source, plays: 1, delivery.see)
    try ConversionError.telling(file: outputName, .writing) { try delivery.finishFirstPass() }
  }

  private mutating func run(
    from source: any FrameSource, plays: Int, skipping: Int = 0, _ take: (TimedFrame) throws -> Void
  ) throws {
    let reader = FrameReader(
      source, plan.sourceIndices, plays: plays, skipping: skipping, cancellation: cancellation
    ) { [plan] frame in try Self.check(frame, plan, source) }
    reader.start()
    defer { reader.end() }
    var position = skipping
    while let frame = try next(reader) {
      try pass(frame, at: position, to: take)
      position += 1
    }
  }

  /// Passes the frame at a position to the output.
  ///
  /// - Throws: ``ConversionError``.
  mutating func pass(
    _ frame: CanvasFrame, at position: Int, to take: (TimedFrame) throws -> Void
  ) throws {
    try ConversionError.telling(file: outputName, .writing) {
      try cancellation.check()
      try take(
        TimedFrame(
          frame: frame, start: plan.timeline.start(of: position),
          duration: plan.timeline.duration(of: position)))
    }
    ditherWatch?.watch(frame, at: position)
    try ConversionError.telling(file: outputName, .writing) { try onFrame(position + 1) }
  }

  /// Checks a frame on the reading thread.
  ///
  /// - Throws: ``UnexpectedAlpha``.
  static func check(
    _ frame: CanvasFrame, _ plan: Conversion.Plan, _ source: any FrameSource
  ) throws {
    // Transparency is added only where decoding reports damage.
    if !plan.hasAlpha, frame.pixels.plain == nil, !source.warnings.isEmpty,
      !frame.pixels.isOpaque(in: PixelRect(frame.pixels.size))
    {
      throw UnexpectedAlpha()
    }
  }

  /// The next frame of a reader; nil after the last.
  func next(_ reader: FrameReader) throws -> CanvasFrame? {
    do {
      return try reader.next()
    } catch let alpha as UnexpectedAlpha {
      throw alpha
    } catch {
      throw ConversionError.wrapping(error, file: plan.inputName, stage: .reading)
    }
  }
}
