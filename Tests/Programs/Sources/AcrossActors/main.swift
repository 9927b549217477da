// Passes the library's values between actors: inputs, settings, plans, frames, recordings and
// errors. Compiled with every warning an error.
//
//     AcrossActors INPUT FOLDER
//
// Exits with 0 if each actor receives what the others created.

import AnimConv
import Foundation

/// Opens and plans.
actor Planner {
  func animation(_ input: AnimationInput) async throws -> AnimatedImage {
    try await AnimatedImage(input)
  }

  func plan(_ conversion: Conversion) async throws -> Conversion.Plan {
    try await Converter(conversion).plan()
  }

  /// A source is used by one thread at a time, and can be passed on.
  func source(_ input: AnimationInput) async throws -> sending any FrameSource {
    try await input.open()
  }
}

/// Converts and records.
actor Studio {
  func convert(_ conversion: Conversion) async throws -> Conversion.Report {
    try await Converter(conversion).run()
  }

  func record(_ frames: [AnimatedImage.Frame], to output: AnimationOutput) async throws
    -> AnimationWriter.Report
  {
    let writer = try await AnimationWriter(to: output, size: frames[0].pixels.size)
    for frame in frames { try await writer.append(frame.pixels, duration: frame.duration) }
    return try await writer.finish()
  }
}

/// Looks.
@MainActor final class Screen {
  private(set) var frames: [AnimatedImage.Frame] = []

  func show(_ animation: AnimatedImage) async throws {
    for try await frame in animation.frames { frames.append(frame) }
  }
}

let words = CommandLine.arguments
guard words.count == 3 else {
  print("usage: AcrossActors INPUT FOLDER")
  exit(64)
}
let (planner, studio, screen) = (Planner(), Studio(), Screen())
let input = AnimationInput(words[1])
let output = AnimationOutput("\(words[2])/out.mp4")

let animation = try await planner.animation(input)
try await screen.show(animation)
let source = try await planner.source(input)
precondition(source.info.frames.count == animation.count)

let conversion = Conversion(input: input, output: output)
let plan = try await planner.plan(conversion)
let report = try await studio.convert(conversion)
precondition(plan.frameCount == report.frameCount)

let recorded = try await studio.record(
  screen.frames, to: AnimationOutput("\(words[2])/recorded.webp"))
precondition(recorded.frameCount == screen.frames.count)
do {
  _ = try await studio.convert(conversion)
  preconditionFailure("an output that exists was replaced")
} catch let error as ConversionError {
  precondition(error.stage == .writing)
}
print("\(sendableTypes.count) types, \(report.frameCount) frames, \(recorded.frameCount) recorded")
