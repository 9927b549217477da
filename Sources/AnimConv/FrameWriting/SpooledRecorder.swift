internal import AnimTiming
internal import Raster
internal import Reading

/// Spools frames for a later conversion.
final class SpooledRecorder: RecordingSink {
  private let request: Conversion
  private let recording: FrameRecording

  init(_ conversion: Conversion, size: PixelSize, options: AnimationWriter.Options) throws {
    request = conversion
    recording = try FrameRecording(
      size: size, plays: options.plays, folder: options.spoolFolder,
      maxBytes: options.maxSpooledBytes)
  }

  func write(_ pixels: PixelBuffer, from start: RationalTime, to end: RationalTime) throws {
    let duration = try end.subtracting(start)
    guard duration > .zero else {
      throw TimingError.frameVanishes(frame: recording.count, in: WriterCore.timebase)
    }
    try recording.append(pixels, duration: duration)
  }

  func finish() {}

  var conversion: Conversion? {
    var conversion = request
    conversion.input = recording.input
    conversion.timing.delays = .verbatim(zeroDelay: nil)
    return conversion
  }

  func publish() -> (outputs: [Conversion.Report.Output], timeline: AnimationTimeline) {
    preconditionFailure("there is a conversion")
  }

  func discard() {}
}
