internal import AnimTiming
internal import OutputFiles
internal import Raster
internal import Reading
internal import SystemPackage
internal import Threads
internal import Writing

/// Encodes a video during recording.
final class VideoRecorder: RecordingSink {
  private let output: VideoOutput
  private let encoding: VideoEncoding
  private let planned: Conversion.Plan.Output
  private let overwriting: Conversion.Overwriting
  private let destination: Destination
  private let files = TemporaryFiles.Owner()
  private let sink: VideoSink
  private let shaper: Shaper
  private let size: PixelSize
  private var boundaries: [Int64] = [0]

  /// Nil for kinds that need all frames first.
  init?(_ output: VideoOutput, _ request: RecordingRequest) throws {
    let conversion = output.suited(request.conversion)
    let shaping = try ShapingPlan(
      conversion.shaping, source: request.size, hasAlpha: request.hasAlpha,
      defaultAlpha: output.defaultAlpha(conversion))
    guard !shaping.alpha.separatesAlpha, request.plays == .plays(1),
      conversion.sizeTarget.maxBytes == nil, conversion.video.bFrames ?? 0 == 0,
      conversion.video.segments == nil
    else { return nil }
    // B-frames need the decoding offset of the first frame, which is known only when all frames are
    // there.
    var video = conversion.video
    video.bFrames = 0
    if request.isLive {
      video.isLive = true
      video.threads = video.threads ?? EncoderThreads.besideLiveSource(for: shaping.output)
    }
    self.output = output
    size = request.size
    overwriting = conversion.overwriting
    let timebase = output.container.storedTimebase(for: request.timebase)
    // A number of frames at the expected rate, for values that depend on the frame count.
    let rate = request.expectedRate
    let ticks = try RationalTime(rate.denominator, rate.numerator)
      .ticks(in: timebase, rounding: .nearest)
    let expected = try AnimationTimeline(
      durations: repeatElement(max(1, ticks), count: 1000), timebase: timebase)
    encoding = try VideoEncoding.resolve(
      container: output.container, options: video, size: shaping.output,
      keepsAlpha: shaping.outputHasAlpha, timing: VideoTiming(timeline: expected))
    planned = Conversion.Plan.Output(
      output: conversion.output, content: .picture, size: encoding.codedSize,
      format: encoding.container.title, encoding: encoding)
    shaper = Shaper(shaping)
    do {
      destination = try TemporaryFiles.Owner.$current.withValue(files) {
        if conversion.makesFolder, case .file(let path) = conversion.output {
          try TemporaryFiles.makeFolders(OutputFile.folder(of: path))
        }
        return try Destination(conversion.output)
      }
      sink = try VideoSink(
        path: destination.temporaryPath, encoding: encoding,
        timing: VideoTiming(timeline: expected), isOpenEnded: true)
    } catch {
      files.close()
      throw error
    }
  }

  func write(_ pixels: PixelBuffer, from start: RationalTime, to end: RationalTime) throws {
    let index = boundaries.count - 1
    let tick = try end.ticks(in: encoding.timebase, rounding: .nearest)
    let duration = tick - boundaries[index]
    guard duration > 0 else {
      throw TimingError.frameVanishes(frame: index, in: encoding.timebase)
    }
    guard duration <= Int64(Int32.max) else { throw TimingError.outOfRange }
    let frame = CanvasFrame(index: index, pixels: pixels, changed: PixelRect(size))
    try sink.write(
      TimedFrame(
        frame: try shaper.shape(frame).color, start: boundaries[index], duration: duration))
    boundaries.append(tick)
  }

  func finish() throws { try sink.finish() }

  var conversion: Conversion? { nil }

  func publish() throws -> (outputs: [Conversion.Report.Output], timeline: AnimationTimeline) {
    let timeline = try AnimationTimeline(boundaries: boundaries, timebase: encoding.timebase)
    let result = try VideoReadBack.check(
      destination.temporaryPath, encoding: encoding, timing: VideoTiming(timeline: timeline),
      expectsTransparency: false)
    try CancellationFlag.betweenFrames?.check()
    let written = Conversion.Report.Output(
      planned: planned, frameCount: result.frameCount, byteCount: try destination.byteCount,
      readBack: result)
    try Destination.publish([destination], replacing: overwriting == .replace)
    return ([written], timeline)
  }

  func discard() {
    sink.cancel()
    destination.discard()
    files.close()
  }
}
