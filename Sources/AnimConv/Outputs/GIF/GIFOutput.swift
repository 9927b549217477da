internal import AnimTiming
internal import GIFCoding
internal import Raster
internal import Writing

/// A GIF.
struct GIFOutput: OutputDefinition {
  let name = "gif"
  let fileExtensions = ["gif"]
  let title = "a GIF"
  let family = "GIFs"
  let features: Set<OutputFeature> = [
    .quality, .lossless, .images, .colorCount, .palettes,
  ]

  func clock(_ exact: OutputTiming) -> StoredClock? { .gif }

  func suited(_ conversion: Conversion) -> Conversion { conversion.withPlaysOfItsOwn }

  /// Every frame is examined before the first is encoded, to know whether one palette is enough.
  func analysisRequest(_ conversion: Conversion, _ frames: PlayedFrames) throws -> AnalysisRequest {
    try frames.checkSides(atMost: 0xFFFF, of: title)
    let longest = Int64(GIFEncoder.longestDelay)
    try frames.checkParts(
      limit: conversion.timing.maxOutputFrames,
      DurationParts(most: longest, usual: longest).count)
    let (size, settings) = (frames.shaping.output, GIFPlan.settings(conversion, frames))
    let isAsked = conversion.image.isLossless == true
    let content = isAsked ? nil : GIFContentWatcher(size: size, settings: settings)
    var wanted = AnalysisRequest(ofImage: conversion, frames)
    wanted.watcher =
      Self.keepsPixels(conversion.image, frames)
      ? LosslessGIFWatcher(
        size: size, settings: settings, fallback: content,
        keepsSource: frames.shaping.isIdentity, keepsShortDelays: conversion.timing.keepsDurations
      )
      : content
    if frames.shaping.outputHasAlpha, let watcher = wanted.watcher {
      wanted.watcher = GIFEdgeWatcher(settings, width: size.width, next: watcher)
    }
    return wanted
  }

  func plan(_ conversion: Conversion, _ frames: PlayedFrames) throws -> any OutputPlan {
    try frames.checkSides(atMost: 0xFFFF, of: title)
    let edges = frames.analysis.watcher as? GIFEdgeWatcher
    let seen = edges?.next ?? frames.analysis.watcher
    let lossless = seen as? LosslessGIFWatcher
    if let lossless, lossless.fallback == nil, let frame = lossless.frameOfManyColors {
      throw GIFError.tooManyColors(frame: frame)
    }
    let watcher = lossless?.fallback ?? seen as? GIFContentWatcher
    var settings = GIFPlan.settings(conversion, frames)
    let content = watcher?.content(for: settings) ?? .natural(palette: nil)
    if conversion.image.quality == nil, frames.source.kind != .gif, !content.isFlat {
      settings.quality = GIFPlan.defaultQualityOfFilm
    }
    return GIFPlan(
      settings: settings, content: content, lossless: lossless?.plan,
      size: frames.shaping.output, notesOfEdges: edges?.notes ?? [],
      outputs: [
        Conversion.Plan.Output(
          output: conversion.output, content: .picture, size: frames.shaping.output, format: "GIF")
      ])
  }

  /// Whether the GIF must be lossless: if that was requested, or by default if the frames may come
  /// from a GIF. The frames of a video never come from a GIF.
  private static func keepsPixels(_ options: Conversion.Image, _ frames: PlayedFrames) -> Bool {
    if let asked = options.isLossless { return asked }
    var plain = options
    plain.plays = nil
    plain.keepsFrames = false
    plain.effort = Conversion.Image().effort
    return frames.source.kind != .video && frames.shaping.isIdentity && plain == Conversion.Image()
  }

  /// Waiting frames, the screen's contents, and the search tables.
  func cost(_ conversion: Conversion, size: PixelSize, frames: Int) -> WritingCost {
    WritingCost(
      threads: 1, bytes: size.area * 4 * 14 + (16 << 20), milliseconds: 10,
      nanosecondsPerPixel: 300)
  }
}

/// Detects the kind of content for a GIF.
final class GIFContentWatcher: FrameWatcher {
  let subject: AnyHashable
  private var survey: ContentSurvey

  init(size: PixelSize, settings: GIFEncodingSettings) {
    subject = Subject(edge: settings.alphaEdge, isOneTable: settings.usesOnlyGlobalPalette)
    survey = ContentSurvey(width: size.width, height: size.height, settings: settings)
  }

  func watch(_ frame: CanvasFrame) {
    frame.pixels.withBytes { survey.observe(rgba: $0) }
  }

  func content(for settings: GIFEncodingSettings) -> GIFContent { survey.content(for: settings) }

  private struct Subject: Hashable {
    let edge: GIFAlphaEdge
    let isOneTable: Bool
  }
}
