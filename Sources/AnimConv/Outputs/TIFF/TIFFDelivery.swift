internal import AnimTiming
internal import Raster
internal import Reading
internal import Writing

/// Delivers a TIFF, page by page.
final class TIFFDelivery: SingleFileDelivery {
  let plan: Conversion.Plan
  let destination: Destination
  private let depth: Int
  private let shaper: PictureShaper
  private let output: BufferedDestination
  private let writer: TIFFWriter
  /// One for each page.
  private var digests: [FrameDigest] = []

  init(_ plan: Conversion.Plan, _ tiff: TIFFPlan) throws {
    self.plan = plan
    depth = tiff.depth
    shaper = PictureShaper(plan.shaping, depth: tiff.depth)
    (destination, output, writer) = try Destination.opening(plan.outputs[0].output) { _, output in
      try TIFFWriter(
        append: { try output.append($0) }, overwrite: { try output.overwrite($0, at: $1) })
    }
  }

  var takesWide: Bool { depth == 16 }

  func write(_ frame: TimedFrame) throws {
    let picture = try shaper.shape(frame).frame.pixels
    digests.append(FrameDigest(picture, depth: depth))
    try writer.append(picture, depth: depth)
  }

  func finish() throws { try output.flush() }

  func cancel() {}

  func check(_ isCancelled: () throws -> Void) throws -> [Conversion.Report.Output] {
    try ImageReadBack(
      plan: plan, kind: .tiff, size: plan.shaping.output, plays: .forever, parts: { _ in [.zero] },
      digests: digests, depth: depth, isTimed: false
    ).check(destination.temporaryPath, isCancelled)
    return try written()
  }
}
