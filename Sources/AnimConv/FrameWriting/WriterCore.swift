internal import AnimPlay
internal import AnimTiming
internal import OutputFiles
internal import Raster
internal import Reading
internal import Stages
internal import Threads
internal import Writing

/// The work of an ``AnimationWriter`` on its lane: one frame after another, never on the caller's
/// thread.
final class WriterCore: @unchecked Sendable {
  let options: AnimationWriter.Options
  private let conversion: Conversion
  private let size: PixelSize
  private let queue: WriterQueue
  private let lane = SerialLane(WriterCore.threads)
  private let cancellation = CancellationFlag()

  /// As many frames are encoded at the same time as there are processors.
  private static let threads = LanePool(most: processorCount)

  /// Only used on ``lane``, like the following properties.
  private var sink: (any RecordingSink)?
  /// The latest frame, whose duration is not known yet.
  private var pending: (pixels: PixelBuffer, start: RationalTime)?
  private var first: RationalTime?

  init(
    _ output: AnimationOutput, size: PixelSize, options: AnimationWriter.Options, queue: WriterQueue
  ) {
    self.options = options
    self.size = size
    self.queue = queue
    var conversion = Conversion(input: .bytes([], name: "the recording"), output: output)
    conversion.kind = options.kind
    conversion.video = options.video
    conversion.image = options.image
    conversion.sheet = options.sheet
    conversion.frames = options.frames
    conversion.shaping = options.shaping
    conversion.sizeTarget = options.sizeTarget
    conversion.overwriting = options.overwriting
    conversion.makesFolder = options.makesFolder
    self.conversion = conversion
  }

  /// Runs work on the lane and waits for it without blocking a thread.
  func perform<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws
    -> Value
  {
    let handover = Handover<Value>()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        handover.wait(continuation)
        lane.start { [cancellation] in
          handover.finish(
            Result {
              try cancellation.check()
              return try CancellationFlag.$betweenFrames.withValue(cancellation) { try body() }
            })
        }
      }
    } onCancel: {
      cancellation.set()
    }
  }

  /// Checks the request and creates the recorder.
  func open() throws {
    try OutputChecks(conversion: conversion).checkBeforeSurvey()
    let kind = try conversion.settledKind
    sink =
      try kind.definition.makeRecorder(
        RecordingRequest(
          conversion: conversion, size: size, hasAlpha: options.hasAlpha, plays: options.plays,
          expectedRate: options.expectedRate, isLive: options.whenFull == .dropNewest,
          timebase: Self.timebase))
      ?? SpooledRecorder(conversion, size: size, options: options)
  }

  /// Accepts a frame; its room in the queue is free again once the previous frame is written.
  ///
  /// - Parameter hidesAlpha: whether the caller ignored alpha when drawing.
  func write(_ pixels: PixelBuffer, hidesAlpha: Bool, at start: RationalTime) {
    lane.start { [self] in
      defer { queue.leave() }
      do {
        try cancellation.check()
        if hidesAlpha { pixels.makeOpaque() }
        try CancellationFlag.$betweenFrames.withValue(cancellation) { try takeOver(pixels, start) }
      } catch {
        queue.fail(error)
        letGo()
      }
    }
  }

  private func takeOver(_ pixels: PixelBuffer, _ start: RationalTime) throws {
    try writePending(until: start)
    if first == nil { first = start }
    pending = (pixels, start)
  }

  private func writePending(until end: RationalTime) throws {
    guard let (pixels, start) = pending, let first else { return }
    pending = nil
    try sink?.write(
      pixels, from: Self.rounded(start.subtracting(first)),
      to: Self.rounded(end.subtracting(first)))
  }

  /// Clocks are finer than files, so boundaries are rounded, never durations.
  private static func rounded(_ time: RationalTime) throws -> RationalTime {
    let ticks = try time.ticks(in: timebase, rounding: .nearest)
    return try RationalTime(ticks: ticks, timebase: timebase)
  }

  /// A tick in which common frame rates and milliseconds are whole numbers.
  static let timebase = Timebase(1, 90_000)

  /// Writes the last frame and completes the output.
  func finish(at end: RationalTime, dropped: Int) async throws -> AnimationWriter.Report {
    do {
      try await perform { [self] in
        try writePending(until: end)
        try sink?.finish()
      }
      // Spooled frames are converted like any input, once their turn has come.
      if let conversion = try await perform({ [self] in sink?.conversion }) {
        let report = try await converted(conversion)
        letGoLater()
        return AnimationWriter.Report(
          outputs: report.outputs, frameCount: report.frameCount, total: report.total,
          droppedFrames: dropped)
      }
      return try await perform { [self] in
        guard let sink else { throw CancellationError() }
        let written = try sink.publish()
        self.sink = nil
        return AnimationWriter.Report(
          outputs: written.outputs, frameCount: written.timeline.count,
          total: written.timeline.totalTime, droppedFrames: dropped)
      }
    } catch {
      await withCheckedContinuation { continuation in
        lane.start { [self] in
          letGo()
          continuation.resume()
        }
      }
      throw error
    }
  }

  /// Converts the spooled frames until cancelled.
  private func converted(_ conversion: Conversion) async throws -> Conversion.Report {
    let work = Task { [limits = options.limits] in
      try await Converter(conversion, limits: limits).run()
    }
    cancellation.whenSet { work.cancel() }
    return try await withTaskCancellationHandler {
      try await work.value
    } onCancel: {
      work.cancel()
    }
  }

  /// Cancels after the current frame.
  func discard() {
    cancellation.set()
    letGoLater()
  }

  private func letGoLater() {
    lane.start { [self] in letGo() }
  }

  private func letGo() {
    pending = nil
    sink?.discard()
    sink = nil
  }
}
