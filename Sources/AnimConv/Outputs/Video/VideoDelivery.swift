internal import AnimTiming
internal import Raster
internal import SystemPackage
internal import Threads
internal import Writing

/// Delivers a video: one file, the two files of a pair, or one file with alternating colour and
/// alpha.
final class VideoDelivery: Delivery {
  private let plan: Conversion.Plan
  private let video: VideoPlan
  private let shaper: Shaper
  private let destinations: [Destination]
  private let tick: () throws -> Void
  /// Empty until the first pass, if there is one, has ended.
  private var sinks: [VideoSink] = []
  /// Watchers that see all frames before the first is written, one for each of ``destinations``;
  /// empty without a first pass.
  private var firstPasses: [FirstPass] = []
  private let firstShaper: Shaper
  /// For alternating colour and alpha.
  private var picturesWritten = 0

  /// - Parameter tick: called from time to time while frames are encoded after the last one was
  ///   passed in.
  init(_ plan: Conversion.Plan, _ video: VideoPlan, tick: @escaping () throws -> Void) throws {
    self.plan = plan
    self.video = video
    self.tick = tick
    shaper = Shaper(plan.shaping)
    firstShaper = Shaper(plan.shaping)
    let destinations = try plan.outputs.map { try Destination($0.output) }
    self.destinations = destinations
    do {
      if video.encoding.passes == 2 {
        firstPasses = try destinations.map { _ in try FirstPass(video.encoding) }
      } else {
        try openSinks()
      }
      for destination in destinations { try destination.confirm() }
    } catch {
      for destination in destinations { destination.discard() }
      throw error
    }
  }

  /// - Parameter statistics: from the first passes, if there were any.
  private func openSinks(statistics: [FirstPass.Statistics] = []) throws {
    sinks = try destinations.enumerated().map { index, destination in
      try VideoSink(
        path: destination.temporaryPath, encoding: video.encoding, timing: video.timing,
        sound: video.sound.kept, contents: video.contents,
        statistics: statistics.isEmpty ? nil : statistics[index],
        tick: tick)
    }
  }

  var writtenPath: FilePath? { destinations.first?.temporaryPath }

  var takesSamples: Bool { video.encoding.samples != nil }

  var hasFirstPass: Bool { !firstPasses.isEmpty }

  func see(_ frame: TimedFrame) throws {
    let shaped = try firstShaper.shape(frame.frame)
    for (pass, picture) in zip(firstPasses, [shaped.color, shaped.alpha ?? shaped.color]) {
      try pass.see(picture)
    }
  }

  func finishFirstPass() throws {
    let statistics = try firstPasses.map { try $0.finish() }
    // Their memory is freed before the second encoders are opened.
    firstPasses = []
    FreeMemory.giveBack()
    try openSinks(statistics: statistics)
    for destination in destinations { try destination.confirm() }
  }

  var playsWanted: Int { sinks.allSatisfy(\.repeatsPlays) ? 1 : video.timing.plays }

  func write(_ frame: TimedFrame) throws {
    let shaped = try shaper.shape(frame.frame)
    if video.timing.alternatesAlpha {
      try writeInTurn(shaped)
      return
    }
    for (sink, picture) in zip(sinks, [shaped.color, shaped.alpha ?? shaped.color]) {
      try sink.write(
        TimedFrame(frame: picture, start: frame.start, duration: frame.duration))
    }
  }

  /// Writes colour, then alpha. Each differs everywhere from the previous image.
  private func writeInTurn(_ shaped: ShapedFrame) throws {
    let timeline = video.timing.timeline
    for picture in [shaped.color, shaped.alpha ?? shaped.color] {
      let whole = PixelRect(picture.pixels.size)
      try sinks[0].write(
        TimedFrame(
          frame: CanvasFrame(index: picture.index, pixels: picture.pixels, changed: whole),
          start: timeline.start(of: picturesWritten),
          duration: timeline.duration(of: picturesWritten)))
      picturesWritten += 1
    }
  }

  var framesWaiting: Int {
    let pictures = sinks.map(\.framesWaiting).max() ?? 0
    return video.timing.alternatesAlpha ? (pictures + 1) / 2 : pictures
  }

  func finish() throws {
    for sink in sinks { try sink.finish() }
  }

  func cancel() {
    firstPasses = []
    for sink in sinks { sink.cancel() }
  }

  func check(_ isCancelled: () throws -> Void) throws -> [Conversion.Report.Output] {
    try zip(plan.outputs, zip(destinations, sinks)).map { planned, written in
      let (destination, sink) = written
      try isCancelled()
      let result = try VideoReadBack.check(
        destination.temporaryPath, encoding: video.encoding, timing: video.timing,
        expectsTransparency: plan.expectsTransparency, sound: sink.writtenSound,
        contents: video.contents)
      return Conversion.Report.Output(
        planned: planned, frameCount: result.frameCount, byteCount: try destination.byteCount,
        readBack: result)
    }
  }

  var staged: [StagedOutput] { destinations.compactMap(\.staged) }

  func publish(replacing: Bool) throws {
    try Destination.publish(destinations, replacing: replacing)
  }

  func discard() {
    for destination in destinations { destination.discard() }
  }
}
