internal import AnimTiming
internal import Raster
internal import Reading

/// One side of a comparison: what yields its frames, and when each of them shows.
///
/// One thread opens it and another one uses it from then on.
struct ComparedAnimation: @unchecked Sendable {
  /// What to call it in messages.
  let name: String
  let source: any FrameSource
  /// One play.
  let timeline: Timeline

  var info: SourceInfo { source.info }

  /// Opens an input of any kind that animconv reads. No pixel is decoded yet.
  ///
  /// - Parameter policy: makes durations of delays; nil for the default of the input's kind.
  /// - Throws: ``ConversionError``, also when the policy decides no duration for a frame.
  /// - Complexity: reads the whole input once.
  init(
    _ input: AnimationInput, reading: ReadingOptions = ReadingOptions(), delays policy: DelayPolicy?
  ) async throws {
    name = input.name
    source = try await openSource(input, options: reading)
    let info = source.info
    timeline = try ConversionError.telling(file: input.name, .reading) {
      try (policy ?? info.defaultPolicy).resolve(info.frames.map(\.delay)).timeline
    }
  }

  /// The most bytes that decoding and three pictures on their way take.
  var bytes: Int { source.decodingBytes + 3 * PixelBufferPool.byteCount(info.size) }
}
