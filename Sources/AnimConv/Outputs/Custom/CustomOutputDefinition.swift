internal import AnimTiming
internal import Messages
internal import Raster
internal import Reading

/// A program's own kind among those of animconv.
struct CustomOutputDefinition: OutputDefinition {
  let output: any OutputKind.Definition

  var name: String { output.name }
  var fileExtensions: [String] { [output.fileExtension] }
  var title: String { output.title }
  var family: String { "\(output.name) files" }
  let features: Set<OutputFeature> = []

  func storedTimebase(for timebase: Timebase, _ conversion: Conversion) -> Timebase {
    output.timebase ?? timebase
  }

  func suited(_ conversion: Conversion) -> Conversion {
    output.storesPlays ? conversion.withPlaysOfItsOwn : conversion
  }

  func defaultAlpha(_ conversion: Conversion) -> Conversion.Shaping.Alpha {
    output.storesAlpha ? .keep : .matte
  }

  func plan(_ conversion: Conversion, _ frames: PlayedFrames) throws -> any OutputPlan {
    if !output.storesAlpha, frames.shaping.outputHasAlpha {
      throw FrameFilesError.conflict("\(.alpha, case: "\(frames.shaping.alpha)")", "\(title)")
    }
    return CustomPlan(
      output: output,
      facts: OutputKind.Plan(
        size: frames.shaping.output, hasAlpha: frames.shaping.outputHasAlpha,
        timeline: frames.timeline,
        plays: output.storesPlays ? conversion.image.plays ?? frames.plays : .plays(1)),
      outputs: [
        Conversion.Plan.Output(
          output: conversion.output, content: .picture, size: frames.shaping.output,
          format: output.name)
      ])
  }

  /// The program's own memory is not known.
  func cost(_ conversion: Conversion, size: PixelSize, frames: Int) -> WritingCost {
    WritingCost(
      threads: 1, bytes: size.area * 4 * 4 + (4 << 20), milliseconds: 2, nanosecondsPerPixel: 10)
  }
}

/// How a file of a program's own kind is written.
struct CustomPlan: OutputPlan {
  let output: any OutputKind.Definition
  let facts: OutputKind.Plan
  let outputs: [Conversion.Plan.Output]

  func makeDelivery(
    _ plan: Conversion.Plan, tick: @escaping () throws -> Void
  ) throws -> any Delivery { try CustomDelivery(plan, self) }

  func note(in facts: inout MediaConstraint.Facts, of plan: Conversion.Plan) {
    facts.note(size: plan.shaping.output)
    facts.note(plan.timeline, size: plan.shaping.output)
    facts[.alpha] = .truth(plan.shaping.outputHasAlpha)
  }

  var summary: [(topic: String, text: String)] { [(topic: "encode", text: output.name)] }
}
