internal import AnimTiming
internal import Messages
internal import Raster
internal import Writing

/// How the pages of a TIFF are written.
struct TIFFPlan: OutputPlan {
  /// Bits of a sample, 8 or 16.
  let depth: Int
  let outputs: [Conversion.Plan.Output]

  func makeDelivery(
    _ plan: Conversion.Plan, tick: @escaping () throws -> Void
  ) throws -> any Delivery { try TIFFDelivery(plan, self) }

  func note(in facts: inout MediaConstraint.Facts, of plan: Conversion.Plan) {
    facts.note(size: plan.shaping.output)
    facts.note(plan.timeline, size: plan.shaping.output)
    facts[.alpha] = .truth(plan.shaping.outputHasAlpha)
  }

  func notes(_ plan: Conversion.Plan) -> [ConversionMessage] {
    var notes = plan.shaping.noteOfFlattening(keeper: "TIFF keeps")
    notes += [SampleDepth.note(depth, .tiff, plan.source)].compactMap(\.self)
    if plan.frameCount > 1 {
      notes.append(
        "the pages of a TIFF have no times; a folder as output, such as frames/, has them in "
          + "timing.json")
    }
    return notes
  }

  var summary: [(topic: String, text: String)] {
    [(topic: "encode", text: "TIFF pages of \(depth) bits a sample")]
  }
}
