internal import AnimTiming
internal import GIFBlocks
internal import GIFCoding
internal import OutputFiles
internal import Raster
internal import Writing

/// Delivers a GIF.
final class GIFDelivery: SingleFileDelivery {
  let plan: Conversion.Plan
  private let gif: GIFPlan
  private(set) var destination: Destination
  private let shaper: Shaper
  private let encoder: any GIFFrameEncoder
  private let output: BufferedDestination
  /// The stored durations of frames that are stored differently from ``GIFEncoder/parts(of:)``, in
  /// 1/100 s.
  private var exceptions: [Int: [Int]] = [:]
  /// For each frame as it must be shown; empty if the output is lossy.
  private var digests: [FrameDigest] = []

  init(_ plan: Conversion.Plan, _ gif: GIFPlan) throws {
    self.plan = plan
    self.gif = gif
    shaper = Shaper(plan.shaping)
    (destination, output, encoder) =
      try Destination.opening(plan.outputs[0].output) { _, output in
        if let lossless = gif.lossless {
          return try LosslessGIFWriter(lossless, gif.settings, gif.edge) { try output.append($0) }
        }
        return try GIFEncoder(
          width: gif.size.width, height: gif.size.height, settings: gif.settings,
          content: gif.content
        ) { try output.append($0) }
      } as (Destination, BufferedDestination, any GIFFrameEncoder)
  }

  func write(_ frame: TimedFrame) throws {
    let picture = try shaper.shape(frame.frame).color
    try encoder.append(picture, duration: Int(frame.duration))
    if gif.isExact {
      let canvas = picture.pixels.withBytes { gif.edge.canvas($0) }
      digests.append(canvas.withUnsafeBytes { FrameDigest($0, size: gif.size) })
    }
  }

  func finish() throws {
    try encoder.finish()
    try output.flush()
    noteSplitFrames()
    try keepInputIfSmaller()
  }

  /// The stored durations of a frame, in 1/100 s.
  private func parts(of frame: Int) -> [Int] {
    exceptions[frame] ?? GIFEncoder.parts(of: Int(plan.timeline.duration(of: frame)))
  }

  /// Frames that were stored as two have one more part.
  private func noteSplitFrames() {
    var split = encoder.splitFrames[...]
    var count = 0
    for frame in 0..<plan.frameCount where !split.isEmpty {
      var written: [Int] = []
      let usual = parts(of: frame)
      for part in usual {
        if split.first == count {
          split.removeFirst()
          written += [part - LosslessGIFEncoder.addedDelay, LosslessGIFEncoder.addedDelay]
        } else {
          written.append(part)
        }
        count += 1
      }
      if written != usual { exceptions[frame] = written }
    }
  }

  /// A GIF that another tool already made smaller is kept, except for its delays.
  private func keepInputIfSmaller() throws {
    let all = plan.timing.unmerged ?? plan.timing.schedule
    let shown = all.entries.map { plan.timing.sequence.sourceIndices[$0.position] }
    guard let source = gif.lossless?.source, try destination.byteCount > source.byteCount,
      plan.source.plays.totalPlays == gif.settings.plays, plan.timing.schedule.plays == 1,
      shown.elementsEqual(plan.source.frames.indices)
    else { return }
    let delays = all.entries.map { Int($0.duration) }
    guard delays.allSatisfy({ $0 <= 0xFFFF }) else { return }
    let copy = try Destination(plan.outputs[0].output)
    let output = BufferedDestination(copy)
    do {
      guard try source.copy(delays: delays, to: output.append) else { return copy.discard() }
      try output.flush()
    } catch {
      copy.discard()
      throw error
    }
    destination.discard()
    destination = copy
    var rest = delays[...]
    exceptions = [:]
    for (frame, duration) in plan.timeline.durations.enumerated() {
      var copied: [Int] = []
      while copied.reduce(0, +) < Int(duration) { copied.append(rest.removeFirst()) }
      if copied != parts(of: frame) { exceptions[frame] = copied }
    }
  }

  func cancel() {}

  func check(_ isCancelled: () throws -> Void) throws -> [Conversion.Report.Output] {
    try ImageReadBack(
      plan: plan, kind: .gif, size: gif.size,
      plays: LoopCount(totalPlays: gif.settings.plays),
      parts: { self.parts(of: $0).map { RationalTime(Int64($0), 100) } }, digests: digests
    ).check(destination.temporaryPath, isCancelled)
    return try written()
  }
}

/// Encodes images one after another as the frames of a GIF.
protocol GIFFrameEncoder {
  /// - Parameter duration: 1/100 s.
  func append(_ frame: CanvasFrame, duration: Int) throws
  func finish() throws
  /// Parts of frames that were stored as two, in order; complete once everything is written.
  var splitFrames: [Int] { get }
}

extension GIFEncoder: GIFFrameEncoder {
  func append(_ frame: CanvasFrame, duration: Int) throws {
    try frame.pixels.withBytes { bytes in
      try append(rgba: bytes, changed: frame.changed, duration: duration)
    }
  }
}
