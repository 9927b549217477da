internal import AnimTiming
internal import Raster
internal import Writing

/// An AVIF: small files for all kinds of content, with alpha, exact durations and a loop count.
struct AVIFOutput: OutputDefinition {
  let name = "avif"
  let fileExtensions = ["avif"]
  let title = "an AVIF"
  let family = "AVIFs"
  let features: Set<OutputFeature> = [.quality, .chroma, .lossless, .undithering, .images]
  let limitsPictures = true
  let plansMemory = true

  func clock(_ exact: OutputTiming) -> StoredClock? { .avif(exact) }

  func suited(_ conversion: Conversion) -> Conversion { conversion.withPlaysOfItsOwn }

  /// Every frame is examined before the first is encoded, to know whether the frames are drawings,
  /// which need a chroma sample for every pixel.
  func analysisRequest(_ conversion: Conversion, _ frames: PlayedFrames) throws -> AnalysisRequest {
    var wanted = AnalysisRequest(ofImage: conversion, frames)
    if conversion.image.isLossless != true { wanted.watcher = AVIFContentWatcher() }
    return wanted
  }

  func plan(_ conversion: Conversion, _ frames: PlayedFrames) throws -> any OutputPlan {
    try AVIFPlan(conversion, frames)
  }

  /// The encoders, and the images that are converted for them.
  func cost(_ conversion: Conversion, size: PixelSize, frames: Int) -> WritingCost {
    let fit = AVIFEncoding.fit(
      AVIFOptions(
        samples: .yuv420, hasAlpha: true, quality: AVIFPlan.defaultQuality, effort: 4, isFlat: false
      ),
      size: size, frames: frames, room: conversion.video.maxMemory)
    // Each step of effort takes about 1.5 times as long.
    let nanoseconds = [60, 90, 140, 400, 550, 1200, 2000, 3500, 6000, 20_000]
    return WritingCost(
      threads: fit.threads, bytes: fit.bytes + size.area * 4 * 4, milliseconds: 20,
      nanosecondsPerPixel: nanoseconds[min(max(0, conversion.image.effort), 9)])
  }
}

/// Detects the kind of content for an AVIF.
final class AVIFContentWatcher: FrameWatcher {
  private(set) var content = FlatContent()

  var subject: AnyHashable { Subject() }

  private struct Subject: Hashable {}

  func watch(_ frame: CanvasFrame) { content.count(frame.pixels) }
}
