internal import AnimPlay
internal import AnimTiming
internal import Raster
internal import Reading
internal import Threads

/// Compares every frame of an output with what its source shows at that time, once its turn has
/// come. It runs on its own thread; two more threads read ahead, without copying images.
struct FrameComparing: Sendable {
  /// What was found.
  struct Found: Sendable {
    var frames: [OutputComparison.FrameDifference] = []
    var errors = SquaredErrors()
    var largestShift = RationalTime.zero
    /// The size at which both are compared.
    let size: PixelSize
    /// Whether the source is scaled to that size.
    let isScaled: Bool
  }

  /// The output.
  let made: ComparedAnimation
  /// The source.
  let original: ComparedAnimation
  /// Which source frame is shown when.
  let placement: SourcePlacement
  /// Whether to measure SSIMULACRA2 as well, which takes many times as long as everything else.
  let scoresFrames: Bool
  let makeRuler: @Sendable () throws -> FrameRuler

  /// - Parameter onFrame: called after each frame, in order; it does not block further frames.
  /// - Throws: ``ConversionError``, also when the task is cancelled.
  func run(onFrame: (OutputComparison.FrameDifference) -> Void) async throws -> Found {
    let (differences, continuation) = AsyncStream.makeStream(
      of: OutputComparison.FrameDifference.self)
    async let found = measured(continuation)
    for await difference in differences { onFrame(difference) }
    return try await found
  }

  private func measured(
    _ onFrame: AsyncStream<OutputComparison.FrameDifference>.Continuation
  ) async throws -> Found {
    defer { onFrame.finish() }
    let scoring = scoresFrames ? MemoryNeed.bytesOfScoring(made.info.size) : 0
    let need = WorkNeed(slots: 2, bytes: made.bytes + original.bytes + scoring)
    do {
      return try await AdmittedWork.run("comparing", in: ConversionLimits.shared.gate) { work in
        try work.permit.goOn(needing: need, cancellation: work.cancellation)
        return try compare(work.cancellation) { onFrame.yield($0) }
      }
    } catch {
      throw ConversionError.wrapping(error, file: made.name, stage: .checking)
    }
  }

  /// The source frames that are shown during each frame of the output.
  private func placed() throws -> [SourcePlacement.Place] {
    var last: Int?
    return try (0..<made.timeline.count).map { index in
      let place = try placement.of(
        made.timeline.startTime(of: index), made.timeline.durationTime(of: index), after: last)
      last = place.position
      return place
    }
  }

  /// Compares on this thread, without waiting for a turn.
  ///
  /// - Throws: ``ConversionError``, `CancellationError`.
  func compare(
    _ cancellation: CancellationFlag, onFrame: (OutputComparison.FrameDifference) -> Void = { _ in }
  ) throws -> Found {
    let places = try placed()
    let ruler = try makeRuler()
    var found = Found(size: ruler.size, isScaled: ruler.isScaled)
    let outputs = FrameReader(made.source, places.indices, cancellation: cancellation)
    let sources = FrameReader(original.source, places.map(\.index), cancellation: cancellation)
    outputs.start()
    defer { outputs.end() }
    sources.start()
    defer { sources.end() }
    let scoring = FrameScoring(cancellation)
    var waiting = Fifo<
      (difference: OutputComparison.FrameDifference, score: FrameScoring.Pending?)
    >()
    defer { while let frame = waiting.popFirst() { _ = frame.score?.wait() } }
    var previous: PixelBuffer?
    func finishFirst() {
      guard let first = waiting.popFirst() else { return }
      var difference = first.difference
      let score = first.score?.wait()
      difference.ssimulacra2 = score?.value
      difference.libjxlSSIMULACRA2 = score?.libjxl
      found.frames.append(difference)
      onFrame(difference)
    }
    for (index, place) in places.enumerated() {
      try cancellation.check()
      let output = try ConversionError.telling(file: made.name, .reading) {
        try outputs.next()!
      }
      let shown = try ConversionError.telling(file: original.name, .reading) {
        try sources.next()!
      }
      let measured = try ruler.measure(output, shown)
      let similarity = measured.similarity
      let difference = OutputComparison.FrameDifference(
        index: index, sourceIndex: place.index, start: made.timeline.startTime(of: index),
        duration: made.timeline.durationTime(of: index),
        ssim: similarity.mean, worstWindow: similarity.worst,
        worstWindowSSIM: similarity.worstValue, psnr: measured.errors.colorPSNR,
        lumaPSNR: measured.errors.lumaPSNR, alphaError: measured.alphaError,
        byteCount: made.info.frames[index].byteCount)
      // The start of a frame that equals the previous one cannot be seen.
      if previous.map(output.pixels.hasPixels) != true {
        found.largestShift = max(found.largestShift, place.shift)
      }
      previous = output.pixels
      found.errors = found.errors + measured.errors
      let score = scoresFrames ? scoring.start(measured.pair) : nil
      waiting.append((difference, score))
      if waiting.count > FrameScoring.ahead { finishFirst() }
    }
    while !waiting.isEmpty { finishFirst() }
    try cancellation.check()
    return found
  }
}
