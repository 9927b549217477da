internal import Raster
internal import Writing

/// Delivers uncompressed video.
final class RawVideoDelivery: SingleFileDelivery {
  let plan: Conversion.Plan
  let destination: Destination
  private let raw: RawVideoPlan
  private let shaper: Shaper
  private var shown = 0
  private var bytesWritten: Int64 = 0

  init(_ plan: Conversion.Plan, _ raw: RawVideoPlan) throws {
    self.plan = plan
    self.raw = raw
    shaper = Shaper(plan.shaping)
    destination = try Destination(plan.outputs[0].output)
    do {
      try append(raw.format.header(plan.shaping.output, frameTime: raw.frameTime))
    } catch {
      destination.discard()
      throw error
    }
  }

  func write(_ frame: TimedFrame) throws {
    let bytes = raw.format.frame(try shaper.shape(frame.frame).color.pixels)
    for _ in 0..<raw.repeats[shown] { try append(bytes) }
    shown += 1
  }

  private func append(_ bytes: [UInt8]) throws {
    try destination.append(bytes)
    bytesWritten += Int64(bytes.count)
  }

  func finish() {}

  func cancel() {}

  /// No other reader exists for its contents.
  func check(_ isCancelled: () throws -> Void) throws -> [Conversion.Report.Output] {
    let found = try destination.byteCount
    guard found == bytesWritten else {
      throw ReadBackError.differs(
        what: "bytes", expected: "\(bytesWritten)", found: "\(found)")
    }
    return try written()
  }
}
