internal import Raster
internal import Stages

/// Delivers a file of a program's own kind.
final class CustomDelivery: SingleFileDelivery {
  let plan: Conversion.Plan
  let destination: Destination
  private let file: OutputKind.File
  private let buffer: BufferedDestination
  private let writer: any OutputKind.Writer
  private let shaper: Shaper
  private var count = 0

  init(_ plan: Conversion.Plan, _ own: CustomPlan) throws {
    self.plan = plan
    shaper = Shaper(plan.shaping)
    (destination, buffer, writer) = try Destination.opening(plan.outputs[0].output) { _, _ in
      try CustomOutputError.telling(nil) { try own.output.makeWriter(own.facts) }
    }
    file = OutputKind.File(buffer)
  }

  func write(_ frame: TimedFrame) throws {
    let pixels = try shaper.shape(frame.frame).color.pixels
    try CustomOutputError.telling(count) {
      try writer.write(pixels, index: count, to: file)
    }
    count += 1
  }

  func finish() throws {
    try CustomOutputError.telling(nil) { try writer.finish(file) }
    try buffer.flush()
  }

  func cancel() {}

  func check(_ isCancelled: () throws -> Void) throws -> [Conversion.Report.Output] {
    try isCancelled()
    try CustomOutputError.telling(nil) { try writer.check(destination.temporaryPath) }
    return try written()
  }
}
