internal import AnimTiming
internal import Raster
internal import Reading
internal import Stages
internal import Threads

/// Pulls every frame of a plan through: a thread of its own reads, the one that calls shapes and
/// writes.
struct FramePump {
  let plan: ConversionPlan
  /// What messages call the output.
  let outputName: String
  let cancellation: CancellationFlag
  /// Who looks for dither that stays; nil when nobody does.
  var ditherWatch: DitherWatch?
  /// Called after each frame, with how many have been written.
  let onFrame: (Int) -> Void

  /// A damaged frame, or one of another size or layout than those before, has transparent pixels although
  /// the plan counts on none.
  struct UnexpectedAlpha: Error {}

  /// - Throws: ``ConversionError``, ``UnexpectedAlpha``.
  mutating func run(from source: any FrameSource, into delivery: any Delivery) throws {
    try run(
      from: source, plays: delivery.playsWanted, skipping: delivery.framesDone, delivery.write)
  }

  /// Shows the frames of one play to what wants to know all of them first.
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
    ) { [plan] frame in
      // Only what decoding warns of adds transparency.
      if !plan.hasAlpha, frame.pixels.plain == nil, !source.warnings.isEmpty,
        !frame.pixels.isOpaque(in: PixelRect(frame.pixels.size))
      {
        throw UnexpectedAlpha()
      }
    }
    reader.start()
    defer { reader.end() }
    let timeline = plan.timeline
    var position = skipping
    while let frame = try next(reader) {
      try ConversionError.telling(file: outputName, .writing) {
        try cancellation.check()
        try take(
          TimedFrame(
            frame: frame, start: timeline.start(of: position),
            duration: timeline.duration(of: position)))
      }
      ditherWatch?.watch(frame, at: position)
      position += 1
      onFrame(position)
    }
  }

  private func next(_ reader: FrameReader) throws -> CanvasFrame? {
    do {
      return try reader.next()
    } catch let alpha as UnexpectedAlpha {
      throw alpha
    } catch {
      throw ConversionError.wrapping(error, file: plan.inputName, stage: .reading)
    }
  }
}
