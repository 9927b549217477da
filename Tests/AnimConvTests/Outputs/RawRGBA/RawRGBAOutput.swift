import AnimTiming
import Messages
import OutputFiles
import Reading
import SystemPackage
import Writing

@testable import AnimConv
@testable import Raster

/// A minimal kind of output for tests: every frame as rows of straight RGBA, then each duration in
/// ms as 32 bits, little-endian.
struct RawRGBAOutput: OutputDefinition {
  let name = "rgba"
  let fileExtensions = ["rgba"]
  let title = "a file of raw pixels"
  let family = "raw pixels"
  let features: Set<OutputFeature> = []

  func storedTimebase(for timebase: Timebase, _ conversion: Conversion) -> Timebase {
    .milliseconds
  }

  func plan(_ conversion: Conversion, _ frames: PlayedFrames) throws -> any OutputPlan {
    RawRGBAPlan(outputs: [
      Conversion.Plan.Output(
        output: conversion.output, content: .picture, size: frames.shaping.output, format: "RGBA")
    ])
  }

  func cost(_ conversion: Conversion, size: PixelSize, frames: Int) -> WritingCost {
    WritingCost(threads: 1, bytes: size.area * 4, milliseconds: 1, nanosecondsPerPixel: 1)
  }
}

struct RawRGBAPlan: OutputPlan {
  let outputs: [Conversion.Plan.Output]

  func notes(_ plan: Conversion.Plan) -> [ConversionMessage] {
    ["\(plan.frameCount) frames are not compressed"]
  }

  func note(in facts: inout MediaConstraint.Facts, of plan: Conversion.Plan) {
    facts.note(size: plan.shaping.output)
    facts.note(plan.timeline, size: plan.shaping.output)
  }

  func makeDelivery(
    _ plan: Conversion.Plan, tick: @escaping () throws -> Void
  ) throws -> any Delivery {
    try RawRGBADelivery(plan)
  }
}

final class RawRGBADelivery: Delivery {
  private let plan: Conversion.Plan
  private let file: OutputFile
  private let shaper: Shaper

  init(_ plan: Conversion.Plan) throws {
    guard case .file(let path) = plan.outputs[0].output else { throw OutputError.notAFileName }
    self.plan = plan
    file = try OutputFile(path)
    shaper = Shaper(plan.shaping)
  }

  var playsWanted: Int { plan.timing.schedule.plays }

  func write(_ frame: TimedFrame) throws {
    let picture = try shaper.shape(frame.frame).color.pixels
    try picture.withBytes { try file.append(Array($0)) }
  }

  func finish() throws {
    for duration in plan.timeline.durations {
      try file.append((0..<4).map { UInt8(truncatingIfNeeded: duration >> ($0 * 8)) })
    }
  }

  func cancel() {}

  func check(_ isCancelled: () throws -> Void) throws -> [Conversion.Report.Output] {
    let expected = plan.frameCount * (plan.shaping.output.area + 1) * 4
    guard try file.byteCount == expected else {
      throw ReadBackError.differs(
        what: "bytes", expected: "\(expected)", found: "\(try file.byteCount)")
    }
    return [
      Conversion.Report.Output(
        planned: plan.outputs[0], frameCount: plan.frameCount, byteCount: Int64(expected),
        readBack: nil)
    ]
  }

  var staged: [StagedOutput] { [StagedOutput(file)] }

  func publish(replacing: Bool) throws { try OutputFile.publish([file], replacing: replacing) }

  func discard() { file.discard() }
}
