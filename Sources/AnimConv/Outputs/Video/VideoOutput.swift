internal import AnimTiming
internal import Raster
internal import SystemPackage
internal import Writing

/// A video file.
struct VideoOutput: OutputDefinition {
  let container: VideoContainer

  var name: String { container.rawValue }
  var fileExtensions: [String] { container.fileExtensions }
  var title: String { container.title }
  let family = "videos"
  var features: Set<OutputFeature> {
    let common: Set<OutputFeature> = [
      .encoding, .quality, .chroma, .lossless, .undithering,
    ]
    return container == .webm ? common.union([.alphaQuality]) : common
  }
  let limitsPictures = true
  let plansMemory = true

  func storedTimebase(for timebase: Timebase, _ conversion: Conversion) -> Timebase {
    container.storedTimebase(for: timebase)
  }

  func defaultAlpha(_ conversion: Conversion) -> Conversion.Shaping.Alpha {
    (conversion.video.codec ?? container.codecs[0]).supportsAlpha ? .keep : .matte
  }

  /// Two files for a pair, none with the output's own name.
  func certainFiles(_ conversion: Conversion, at path: FilePath) -> [FilePath] {
    conversion.shaping.alpha == .pair ? AlphaPair(of: path).files : [path]
  }

  /// Passing on samples is worthwhile only if frames are encoded without other changes.
  func analysisRequest(_ conversion: Conversion, _ frames: PlayedFrames) -> AnalysisRequest {
    var wanted = AnalysisRequest()
    wanted.samples =
      frames.source.kind == .video && frames.shaping.isIdentity && !frames.hasAlpha
      && !conversion.video.isLossless && conversion.video.chroma ?? .yuv420 == .yuv420
    wanted.pixelArt = looksForPixelArt(conversion, frames)
    return wanted
  }

  /// Whether pixel art would be encoded in another way, or deserves a note. Large pictures would
  /// not, and are refused by their size before any is decoded.
  private func looksForPixelArt(_ conversion: Conversion, _ frames: PlayedFrames) -> Bool {
    let isOpen = conversion.video.codec == .av1 || conversion.video.chroma != .yuv420
    return isOpen && frames.source.kind != .video
      && (256...512 * 512).contains(frames.shaping.output.area)
  }

  func plan(_ conversion: Conversion, _ frames: PlayedFrames) throws -> any OutputPlan {
    let sound = try SoundOutcome(conversion, frames, in: container)
    var options = conversion.video
    options.isPixelArt = frames.analysis.isPixelArt ?? false
    if container == .webm { options.alphaQuality = conversion.image.alphaQuality }
    let plan = try VideoPlan(
      container: container, options: options, frames: frames,
      plays: frames.timing.schedule.plays, output: conversion.output,
      sound: sound,
      kept: KeptContents(conversion, frames, in: container, sound: sound.kept != nil))
    let (count, limit) = (plan.timing.timeline.count, conversion.timing.maxOutputFrames)
    if count > limit { throw TimingError.tooManyOutputFrames(frames: count, limit: limit) }
    return plan
  }

  func makeRecorder(_ request: RecordingRequest) throws -> (any RecordingSink)? {
    try VideoRecorder(self, request)
  }

  /// The encoder, or those of segments, and the images that are converted for it.
  func cost(_ conversion: Conversion, size: PixelSize, frames: Int) -> WritingCost {
    let options = conversion.video
    let keepsLight = conversion.reading.highDynamicRange == .keep
    let codec = options.codec ?? container.defaultCodec(keepsLight: keepsLight)
    let format = codec.preferred.usualFormat(keepsLight: keepsLight)
    let fit = EncoderFit(
      Self.memory(of: codec, options, format, size), size: size, threads: options.threads,
      frames: frames, room: options.maxMemory)
    let alpha = conversion.shaping.alpha
    let segments = VideoSegments(
      options, frames: frames, encoder: fit, size: size, format: format,
      room: options.maxMemory)
    let samples = format == .yuv420Deep ? DeepPicture.byteCount(size) : 0
    let bytes = (segments?.bytes ?? fit.bytes) + (size.area * 4 + samples) * 2
    return WritingCost(
      threads: fit.threads * (segments?.atOnce ?? 1),
      bytes: bytes * (alpha == .pair ? 2 : 1), milliseconds: 10,
      nanosecondsPerPixel: (codec.preferred.nanosecondsPerPixel * (format == .yuv420Deep ? 6 : 5)
        / 5 + 8)
        * (alpha?.separatesAlpha == true ? 2 : 1))
  }

  /// For the requested encoder; an unknown encoder or preset fails later, in the plan.
  private static func memory(
    of codec: VideoCodec, _ options: VideoOptions, _ format: SampleFormat, _ size: PixelSize
  ) -> EncoderMemory {
    let encoder = options.encoder.flatMap { codec.encoders.contains($0) ? $0 : nil }
    let recipe = EncoderRecipe.named(encoder ?? codec.encoders[0])
    let preset = options.encoderPreset.flatMap { recipe.presets.contains($0) ? $0 : nil }
    return EncoderMemory(
      recipe, preset: preset ?? recipe.defaultPreset(passes: 1, size: size), format: format)
  }
}
