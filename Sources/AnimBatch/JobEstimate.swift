internal import AnimConv
internal import AnimTiming
internal import Raster
internal import Reading
internal import Writing

/// What a conversion will roughly cost, from its survey and its choices alone, so that every
/// machine estimates the same.
public struct JobEstimate: Sendable, Hashable {
  /// Threads that compute at once.
  public var slots: Int
  /// Memory at its peak, in bytes, beyond what the process has anyway.
  public var peakBytes: Int
  /// On one processor of 2020 or so.
  public var milliseconds: Int

  /// A conversion of which nothing is known, because its input cannot be read.
  static let unknown = JobEstimate(slots: 1, peakBytes: 8 << 20, milliseconds: 1)

  func limited(toSlots most: Int) -> JobEstimate {
    var result = self
    result.slots = min(slots, max(1, most))
    return result
  }
}

extension JobEstimate {
  init(_ conversion: Conversion, source info: SourceInfo) {
    // What cannot be planned costs nothing, so any estimate of it will do; here and below.
    let conversion =
      (try? conversion.suitedToSplitAlpha(.video(.mp4))) ?? conversion
    let size =
      (try? ShapingPlan(
        conversion.shaping, source: info.size, hasAlpha: true, defaultAlpha: .matte))?.output
      ?? info.size
    // A number of bytes is reached by trying.
    let tries = conversion.sizeTarget.maxBytes == nil ? 1 : 6
    let frames = Self.outputFrames(conversion, info)
    defer { milliseconds = min(milliseconds, .max / 100) * tries }
    // The canvas, what it may be restored to, and three frames on their way.
    let reading = info.size.area * 4 * 5
    switch conversion.kind {
    case .video(let container):
      let codec = conversion.video.codec ?? container.codecs[0]
      let cost = EncodingCost(codec)
      let fit = EncoderFit(
        Self.memory(of: codec, conversion.video), size: size, threads: conversion.video.threads,
        frames: max(1, frames), room: conversion.video.maxMemory)
      slots = fit.threads
      // The encoder, and pictures of its own that are converted for it.
      let encoding = fit.bytes + size.area * 4 * 2
      let splitsAlpha = conversion.shaping.alpha?.separatesAlpha == true
      peakBytes = reading + encoding * (conversion.shaping.alpha == .pair ? 2 : 1)
      milliseconds = Self.milliseconds(
        10, nanoseconds: (cost.nanosecondsPerPixel + 8) * (splitsAlpha ? 2 : 1),
        pixels: size.area, frames: frames)
    case .sheet, .imageSet:
      slots = 1
      peakBytes = reading + size.area * 4 * 4 + size.width * 4 * 4096 + (4 << 20)
      milliseconds = Self.milliseconds(5, nanoseconds: 40, pixels: size.area, frames: frames)
    case .frameFolder, .ugoira, nil:
      // Pictures are compressed on all processors.
      slots = .max
      peakBytes = reading + size.area * 4 * 12 + (4 << 20)
      milliseconds = Self.milliseconds(5, nanoseconds: 60, pixels: size.area, frames: frames)
    }
  }

  /// Of the encoder that is asked for; what is no encoder or preset fails later, in the plan.
  private static func memory(of codec: VideoCodec, _ options: VideoOptions) -> EncoderMemory {
    let encoder = options.encoder.flatMap { codec.encoders.contains($0) ? $0 : nil }
    let recipe = EncoderRecipe.named(encoder ?? codec.encoders[0])
    let preset = options.encoderPreset.flatMap { recipe.presets.contains($0) ? $0 : nil }
    return EncoderMemory(
      recipe, preset: preset ?? recipe.defaultPreset,
      layout: codec == .prores ? .yuv444Deep(alpha: false) : .yuv420(alpha: false))
  }

  private static func milliseconds(
    _ base: Int, nanoseconds: Int, pixels: Int, frames: Int
  ) -> Int {
    let (all, overflows) = pixels.multipliedReportingOverflow(by: frames)
    if overflows { return .max / 2 }
    return base + Int((Double(all) * Double(nanoseconds) / 1e6).rounded())
  }

  private static func outputFrames(_ conversion: Conversion, _ info: SourceInfo) -> Int {
    let timing = try? Retimer(
      delays: info.frames.lazy.map(\.delay), defaultPolicy: info.defaultPolicy,
      options: conversion.timing, storedTimebase: { $0 })
    return (try? timing?.timelineOfAllPlays)?.count ?? info.frames.count
  }
}

/// What an encoder costs at animconv's defaults.
private struct EncodingCost {
  var nanosecondsPerPixel: Int

  init(_ codec: VideoCodec) {
    switch codec {
    case .h264: nanosecondsPerPixel = 60
    case .hevc: nanosecondsPerPixel = 220
    case .vp9: nanosecondsPerPixel = 110
    case .vp8: nanosecondsPerPixel = 60
    case .av1: nanosecondsPerPixel = 160
    case .prores: nanosecondsPerPixel = 40
    }
  }
}
