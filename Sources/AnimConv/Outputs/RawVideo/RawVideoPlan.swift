internal import AnimTiming
internal import Messages
internal import Raster
internal import Writing

/// How uncompressed video is written.
struct RawVideoPlan: OutputPlan {
  let format: RawVideoFormat
  /// How long each written frame is shown.
  let frameTime: RationalTime
  /// How many times each frame is written.
  let repeats: [Int]
  let outputs: [Conversion.Plan.Output]

  func makeDelivery(
    _ plan: Conversion.Plan, tick: @escaping () throws -> Void
  ) throws -> any Delivery { try RawVideoDelivery(plan, self) }

  func note(in facts: inout MediaConstraint.Facts, of plan: Conversion.Plan) {
    facts.note(size: plan.shaping.output)
    facts.note(plan.timeline, size: plan.shaping.output)
    facts[.alpha] = .truth(plan.shaping.outputHasAlpha)
  }

  func notes(_ plan: Conversion.Plan) -> [ConversionMessage] {
    var notes = plan.shaping.noteOfFlattening(keeper: "raw RGBA keeps")
    let size = plan.shaping.output
    if format == .rgba {
      notes.append(
        "raw RGBA says neither its size nor its rate: \(size), \(rate) frames per second")
    } else {
      let matrix = RawVideoFormat.matrix(size) == .bt709 ? "BT.709" : "BT.601"
      notes.append("a Y4M does not name its matrix; this one has that of \(matrix)")
    }
    let count = repeats.reduce(0, +)
    if count > repeats.count {
      notes.append("\(repeats.count) frames are written as \(count) at a constant rate")
    }
    return notes
  }

  /// Frames per second.
  private var rate: String {
    frameTime.numerator == 1
      ? "\(frameTime.denominator)" : "\(frameTime.denominator)/\(frameTime.numerator)"
  }

  var summary: [(topic: String, text: String)] {
    [(topic: "encode", text: "uncompressed, \(rate) frames per second")]
  }
}
