internal import AnimTiming
internal import Writing

/// The plan of a record of frames without pictures.
struct FrameRecordPlan: OutputPlan {
  let format: FrameListFormat
  let record: FrameRecord
  let outputs: [PlannedOutput]

  var frameRecord: FrameRecord? { record }

  func makeDelivery(
    _ plan: ConversionPlan, tick: @escaping () throws -> Void
  ) throws -> any Delivery { try FrameRecordDelivery(plan, self) }

  func note(in facts: inout MediaFacts, of plan: ConversionPlan) {
    facts.note(plan.timeline, size: plan.shaping.output)
  }
}
