internal import Raster
internal import Writing

/// Delivers only the record of frames, which needs no pixels.
final class FrameRecordDelivery: SingleFileDelivery {
  let plan: Conversion.Plan
  private let record: FrameRecordPlan
  let destination: Destination
  var takesFrames: Bool { false }

  init(_ plan: Conversion.Plan, _ record: FrameRecordPlan) throws {
    self.plan = plan
    self.record = record
    destination = try Destination(plan.outputs[0].output)
  }

  func write(_ frame: TimedFrame) {}

  func finish() throws { try destination.append(record.record.bytes(record.format)) }

  func cancel() {}

  func check(_ isCancelled: () throws -> Void) throws -> [Conversion.Report.Output] {
    try isCancelled()
    try checkText(
      record.record.bytes(record.format), in: destination.temporaryPath, called: "the record")
    return try written()
  }
}
