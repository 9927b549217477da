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

  /// A damaged frame has transparent pixels although the plan counts on none.
  struct UnexpectedAlpha: Error {}

  /// - Throws: ``ConversionError``, ``UnexpectedAlpha``.
  mutating func run(from source: any FrameSource, into delivery: any Delivery) throws {
    // One frame being read, one waiting, one being written: three are alive at most, besides what a
    // sink holds.
    let queue = BoundedQueue<CanvasFrame>(capacity: 1)
    let reader = FrameReader(
      source: source, plan: plan, plays: delivery.playsWanted, cancellation: cancellation,
      queue: queue)
    let finished = BoundedQueue<Void>(capacity: 1)
    WorkerThread.start("reading") { [cancellation] in
      CancellationFlag.$betweenFrames.withValue(cancellation) { reader.run() }
      finished.close(.success(()))
    }
    // The reader uses the source until it has returned, whatever happens here.
    defer {
      queue.abandon()
      // This queue is never closed with an error.
      _ = try? finished.pop()
    }
    let timeline = plan.timeline
    var position = 0
    while let frame = try next(queue) {
      try ConversionError.telling(file: outputName, .writing) {
        try cancellation.check()
        try delivery.write(
          TimedFrame(
            frame: frame, start: timeline.start(of: position),
            duration: timeline.duration(of: position)))
      }
      ditherWatch?.watch(frame, at: position)
      position += 1
      onFrame(position)
    }
  }

  private func next(_ queue: BoundedQueue<CanvasFrame>) throws -> CanvasFrame? {
    do {
      return try queue.pop()
    } catch is FrameReader.Damage {
      throw UnexpectedAlpha()
    } catch {
      throw ConversionError.wrapping(error, file: plan.inputName, stage: .reading)
    }
  }
}
