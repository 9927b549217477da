internal import OutputFiles
internal import Writing

/// The frames of one animated image: how they are written, and what must be read back.
protocol WrittenImage {
  /// Whether frames may have 16 bits per sample.
  var takesWide: Bool { get }
  /// The headers, times and pixels that the file must have; complete once everything is written.
  var expected: ImageReadBack { get throws }

  /// - Throws: ``WritingError``.
  mutating func append(_ frame: TimedFrame) throws
  /// - Throws: ``WritingError``.
  func finish() throws
  /// Ends work that continues on other threads.
  func cancel()
}

extension WrittenImage {
  var takesWide: Bool { false }
  func cancel() {}
}

/// Delivers an animated image.
final class ImageDelivery<Image: WrittenImage>: SingleFileDelivery {
  let plan: Conversion.Plan
  let destination: Destination
  private let output: BufferedDestination
  private var image: Image

  /// - Parameter makeImage: makes the writer, whose bytes go to the buffered destination.
  init(
    _ plan: Conversion.Plan,
    _ makeImage: (Destination, BufferedDestination) throws -> Image
  ) throws {
    self.plan = plan
    (destination, output, image) = try Destination.opening(plan.outputs[0].output, makeImage)
  }

  var takesWide: Bool { image.takesWide }

  func write(_ frame: TimedFrame) throws { try image.append(frame) }

  func finish() throws {
    try image.finish()
    try output.flush()
  }

  func cancel() { image.cancel() }

  func check(_ isCancelled: () throws -> Void) throws -> [Conversion.Report.Output] {
    try image.expected.check(destination.temporaryPath, isCancelled)
    return try written()
  }
}
