internal import Messages
internal import Raster
internal import Reading
internal import Stages
internal import Threads
internal import Writing

/// The smallest memory of a conversion with any settings, and the limit.
struct MemoryNeed {
  private let settled: SettledConversion
  private let allowed: Int

  init(_ settled: SettledConversion) {
    self.settled = settled
    allowed = settled.conversion.video.maxMemory
  }

  /// Refuses frames that are too large for the format, the encoder or the memory limit. Frames are
  /// not decoded first, because a size that is too large without alpha is too large with it.
  ///
  /// - Throws: ``ConversionError`` with a remedy that satisfies all three.
  func check() throws {
    // If high dynamic range is kept, transparency is refused first; the plan then suggests a size.
    if settled.info.video?.light != nil, settled.kind.definition.plansMemory { return }
    let frames = try settled.frames(hasAlpha: false)
    let needed = bytes(frames.shaping)
    var limit: String?
    do {
      try plan(frames.shaping, memory: allowed)
    } catch {
      guard case .pictureSize(let detail, _)? = error as? WritingError, needed > allowed else {
        return try settled.planning { throw error }
      }
      limit = detail
    }
    if needed > allowed {
      try settled.planning { throw refusal(frames, needed, limit: limit) }
    }
  }

  /// - Parameter limit: the error of the format or encoder; nil if it accepts the frames.
  private func refusal(_ frames: PlayedFrames, _ needed: Int, limit: String?) -> WritingError {
    let (output, source) = (frames.shaping.output, settled.info.size)
    let from = output == source ? "" : " from pictures of \(source)"
    let detail =
      "\(settled.kind.title) of \(output)\(from) takes about \(Self.mebibytes(needed)) MiB of memory, "
      + "and \(allowed >> 20) MiB are allowed"
    func scale(_ memory: Int) -> Conversion.Shaping.Scale? {
      FittingScale.find(frames) { bytes($0) <= memory && (try? plan($0, memory: memory)) != nil }
    }
    // Memory for reading does not depend on the output's size. Encoders get half of the limit; some
    // need an amount that is unknown until they are asked.
    let both = Self.mebibytes(2 * account(output, \.least).reading)
    for larger in [Self.mebibytes(needed), both, 2 * both, 4 * both, 8 * both]
    where larger << 20 >= needed && (try? plan(frames.shaping, memory: larger << 20)) != nil {
      return WritingError.pictureSize(
        detail: detail, remedy: "raise it with \(Self.allowing(larger))"
      ).offering(scale(allowed))
    }
    let refusal = WritingError.pictureSize(
      detail: limit ?? detail, remedy: WritingError.shrinking)
    if let scale = scale(allowed) { return refusal.offering(scale) }
    guard case .pictureSize(_, let offer) = refusal.offering(scale(both << 20)) else {
      return refusal
    }
    return .pictureSize(
      detail: limit ?? detail,
      remedy: "\(offer) and \(Self.allowing(both)) for reading pictures of \(source)")
  }

  /// Plans the output, for kinds that limit the frame size.
  private func plan(_ shaping: ShapingPlan, memory: Int) throws {
    let definition = settled.kind.definition
    guard definition.limitsPictures else { return }
    var conversion = settled.conversion
    conversion.video.maxMemory = memory
    _ = try definition.plan(
      conversion,
      PlayedFrames(
        timing: settled.timing, timeline: settled.timeline, source: settled.info,
        options: conversion.shaping, shaping: shaping, hasAlpha: false))
  }

  /// Bytes for one encoder: the limit without the memory of frames in flight, and at least half of
  /// the limit.
  ///
  /// - Parameter keepsLight: whether frames carry their 10-bit samples.
  static func room(
    _ memory: Int, _ frames: Int, _ shaping: ShapingPlan, keepsLight: Bool
  ) -> Int {
    let deep = keepsLight ? DeepPicture.byteCount(shaping.source) : 0
    let source = min(frames, 3) * (shaping.source.area * 4 + deep)
    let shaped = shaping.isIdentity ? 0 : 2 * shaping.output.area * 4
    let undithered = shaping.dither == nil ? 0 : 2 * shaping.source.area * 4 + Unditherer.mostBytes
    let drawn = shaping.drawn.map { 2 * $0.source.area * 4 } ?? 0
    return max(memory / 2, memory - source - shaped - undithered - drawn) / shaping.outputCount
  }

  /// The canvas, its saved copy, and two frames in flight with their samples.
  ///
  /// - Parameter isWide: whether frames also carry 16 bits a sample.
  static func bytesOfReading(_ info: SourceInfo, isWide: Bool) -> Int {
    let deep = info.video?.light != nil ? DeepPicture.byteCount(info.size) : 0
    let wide = isWide ? WidePicture.byteCount(info.size) : 0
    return info.size.area * 4 * 4 + 3 * (deep + wide)
  }

  /// The number of frames that may wait for their scores; each holds two images.
  static let scoredAhead = min(processorCount, 8)

  /// The largest memory that scoring takes for frames of one size.
  static func bytesOfScoring(_ size: PixelSize) -> Int {
    // Lines of both images at all scales: about 360 numbers per column.
    scoredAhead * (2 * PixelBuffer.Pool.byteCount(size) + 1440 * (size.width + 128))
  }

  /// A kind that plans its memory adapts to the remaining memory.
  private func bytes(_ shaping: ShapingPlan) -> Int {
    let account = account(shaping.output, \.least)
    return settled.kind.definition.plansMemory ? account.reading : account.total
  }

  /// The memory that a plan for pictures of this size is expected to take.
  ///
  /// - Parameter writing: the part of the output's cost that counts.
  func account(
    _ size: PixelSize, _ writing: KeyPath<WritingCost, Int> = \.bytes
  ) -> MemoryAccount {
    var conversion = settled.conversion
    if settled.info.video?.light == nil { conversion.reading.highDynamicRange = .tonemap }
    let cost = settled.kind.definition.cost(
      conversion, size: size, frames: max(1, settled.timeline.count))
    return MemoryAccount(
      conversion, to: settled.kind, settled.info, size: size, writing: cost[keyPath: writing])
  }

  private static func allowing(_ mebibytes: Int) -> ConversionMessage {
    "\(.maxMemory, "\(mebibytes)MiB", swift: "\(mebibytes) << 20")"
  }

  /// Rounded up.
  private static func mebibytes(_ bytes: Int) -> Int { (bytes + 1 << 20 - 1) >> 20 }
}
