internal import AnimTiming
internal import Writing

/// The plan of a record of frames without pictures.
struct FrameRecordPlan: OutputPlan {
  let format: FrameFilesOptions.ListFormat
  let record: FrameRecord
  let outputs: [Conversion.Plan.Output]

  var frameRecord: FrameRecord? { record }

  func makeDelivery(
    _ plan: Conversion.Plan, tick: @escaping () throws -> Void
  ) throws -> any Delivery { try FrameRecordDelivery(plan, self) }

  func note(in facts: inout MediaConstraint.Facts, of plan: Conversion.Plan) {
    facts.note(plan.timeline, size: plan.shaping.output)
  }
}
