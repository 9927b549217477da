internal import AnimTiming
internal import Raster
internal import Writing

/// An animated PNG: exact, unless a number of colours is requested.
struct APNGOutput: OutputDefinition {
  let name = "apng"
  let fileExtensions = ["apng"]
  let title = "an APNG"
  let family = "APNGs"
  let features: Set<OutputFeature> = [.images, .colorCount]

  /// The pictures of stickers have a fixed size.
  let sizeSteps: [Conversion.SizeTarget.Step] = [.quality, .rate, .size]

  func clock(_ exact: OutputTiming) -> StoredClock? { .apng(exact) }

  func suited(_ conversion: Conversion) -> Conversion { conversion.withPlaysOfItsOwn }

  /// Every frame is examined before the first is compressed, to know whether a palette is enough.
  func analysisRequest(_ conversion: Conversion, _ frames: PlayedFrames) throws -> AnalysisRequest {
    let unit = frames.timeline.timebase
    try frames.checkParts(limit: conversion.timing.maxOutputFrames) {
      APNGDelay.partCount(of: $0, unit)
    }
    var wanted = AnalysisRequest(ofImage: conversion, frames)
    wanted.watcher = APNGColorWatcher(reduces: conversion.image.colors != nil)
    return wanted
  }

  func plan(_ conversion: Conversion, _ frames: PlayedFrames) throws -> any OutputPlan {
    let watcher = frames.analysis.watcher as? APNGColorWatcher
    // The largest loop count of an APNG; a larger count is as good as forever.
    let plays = conversion.image.plays ?? frames.plays
    let (colors, palette) = watcher?.reduced(to: conversion.image.colors) ?? (APNGColors(), nil)
    return APNGPlan(
      effort: conversion.image.effort, colors: colors, palette: palette,
      plays: plays.totalPlays <= 0x7FFF_FFFF ? plays : .forever, size: frames.shaping.output,
      outputs: [
        Conversion.Plan.Output(
          output: conversion.output, content: .picture, size: frames.shaping.output,
          format: "APNG")
      ])
  }

  /// Four images, rows filtered in several ways, and their compressed bytes.
  func cost(_ conversion: Conversion, size: PixelSize, frames: Int) -> WritingCost {
    WritingCost(
      threads: 1,
      bytes: size.area * 4 * 8 + (8 << 20)
        + (conversion.image.colors == nil ? 0 : PixelHistogram.mostBytes), milliseconds: 5,
      nanosecondsPerPixel: 120)
  }
}

/// Collects the colours that an APNG needs.
final class APNGColorWatcher: FrameWatcher {
  private var colors = APNGColors()
  private var histogram: PixelHistogram?

  /// - Parameter reduces: whether the number of colours is limited.
  init(reduces: Bool) { histogram = reduces ? PixelHistogram() : nil }

  var subject: AnyHashable { Subject(reduces: histogram != nil) }

  private struct Subject: Hashable { let reduces: Bool }

  func watch(_ frame: CanvasFrame) {
    colors.count(frame.pixels)
    histogram?.count(frame.pixels)
  }

  /// The colours to write, and those that replace the others; nil if there are no more than
  /// requested.
  func reduced(to count: Int?) -> (colors: APNGColors, palette: PixelPalette?) {
    guard let count, let histogram, colors.count ?? .max > count else { return (colors, nil) }
    let palette = PixelPalette(histogram, count: count)
    var reduced = APNGColors()
    reduced.count(palette.colors)
    return (reduced, palette)
  }
}
