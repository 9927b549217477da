internal import AnimTiming
internal import Raster
package import Reading
package import Threads
internal import Writing

/// The approximate cost of a conversion. It depends only on the survey and the settings, so every
/// machine gives the same estimate.
package struct JobEstimate: Sendable, Hashable {
  /// Threads that compute at the same time.
  package var slots: Int
  /// Peak memory in bytes, in addition to what the process uses anyway.
  package var peakBytes: Int
  /// Seconds on one processor from about 2020.
  package var milliseconds: Int

  package init(slots: Int, peakBytes: Int, milliseconds: Int) {
    self.slots = slots
    self.peakBytes = peakBytes
    self.milliseconds = milliseconds
  }

  /// The estimate for an unreadable input.
  package static let unknown = JobEstimate(slots: 1, peakBytes: 8 << 20, milliseconds: 1)

  /// The cost in the form that ``WorkGate`` uses.
  package var need: WorkNeed { WorkNeed(slots: slots, bytes: peakBytes) }
}

extension JobEstimate {
  package init(_ conversion: Conversion, source info: SourceInfo) {
    // A conversion that cannot be planned costs nothing, so any estimate will do; this also applies
    // below.
    var conversion =
      (try? conversion.suitedToSplitAlpha(.video(.mp4))) ?? conversion
    let keepsLight = info.video?.light != nil
    if !keepsLight { conversion.reading.highDynamicRange = .tonemap }
    let size =
      (try? ShapingPlan(
        conversion.shaping, source: info.size, hasAlpha: true, defaultAlpha: .matte))?.output
      ?? info.size
    // Reaching a number of bytes takes several tries.
    let tries =
      conversion.qualityTarget != nil ? 8 : conversion.sizeTarget.maxBytes == nil ? 1 : 6
    let frames = Self.outputFrames(conversion, info)
    // Without a kind the plan fails.
    let kind = (try? conversion.settledKind) ?? .frameFolder
    guard (try? kind.definition.checkNumbers(conversion)) != nil else {
      self = .unknown
      return
    }
    let cost = kind.definition.cost(conversion, size: size, frames: max(1, frames))
    slots = cost.threads
    peakBytes = MemoryAccount(conversion, to: kind, info, size: size, writing: cost.bytes).total
    defer { milliseconds = min(milliseconds, .max / 100) * tries }
    milliseconds = Self.milliseconds(
      cost.milliseconds, nanoseconds: cost.nanosecondsPerPixel, pixels: size.area, frames: frames)
    if conversion.undithering != .off, conversion.allowsUndithering(to: kind) {
      milliseconds += Self.milliseconds(
        0, nanoseconds: 200, pixels: info.size.area, frames: frames)
    }
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
      options: conversion.timing, isKey: info.isKey, storedTimebase: { $0 })
    return (try? timing?.timelineOfAllPlays)?.count ?? info.frames.count
  }
}
