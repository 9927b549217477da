internal import AnimPlay
internal import AnimTiming
internal import Raster
internal import Reading

/// One side of a comparison: its frames and when each is shown.
///
/// It is opened on one thread and then used on another.
struct ComparedAnimation: @unchecked Sendable {
  /// Its name in messages.
  let name: String
  let source: any FrameSource
  /// One play.
  let timeline: AnimationTimeline

  var info: SourceInfo { source.info }

  /// Opens an input of any supported kind. Decodes no pixels yet.
  ///
  /// - Parameter policy: turns delays into durations; nil for the default of the input's kind.
  /// - Throws: ``ConversionError``, also if the policy gives a frame no duration.
  /// - Complexity: reads the whole input once.
  init(
    _ input: AnimationInput, reading: ReadingOptions = ReadingOptions(), delays policy: DelayPolicy?
  ) async throws {
    try self.init(
      try await input.open(options: reading), name: input.name, delays: policy)
  }

  /// An input that is already open.
  ///
  /// - Throws: ``ConversionError`` if the policy gives a frame no duration.
  init(_ source: any FrameSource, name: String, delays policy: DelayPolicy?) throws {
    self.name = name
    self.source = source
    let info = source.info
    timeline = try ConversionError.telling(file: name, .reading) {
      try (policy ?? info.defaultPolicy).resolve(info.frames.map(\.delay)).timeline
    }
  }

  /// The input of a conversion that was planned, with the durations of the plan.
  ///
  /// - Throws: ``ConversionError`` if the input has other frames now.
  init(_ source: any FrameSource, name: String, in plan: Conversion.Plan) throws {
    self.name = name
    self.source = source
    timeline = plan.timing.delays.timeline
    guard timeline.count == source.info.frames.count else {
      throw ConversionError(
        stage: .reading, kind: .inputOutput, file: name,
        reason: "the file has changed since the conversion was planned")
    }
  }

  /// The largest number of bytes for decoding and three images in flight.
  var bytes: Int { source.decodingBytes + 3 * PixelBuffer.Pool.byteCount(info.size) }
}
