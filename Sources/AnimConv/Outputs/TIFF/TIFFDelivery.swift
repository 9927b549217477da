internal import AnimTiming
internal import Raster
internal import Reading
internal import Stages
internal import Writing

/// Delivers a TIFF, page by page.
final class TIFFDelivery: SingleFileDelivery {
  let plan: ConversionPlan
  let destination: Destination
  private let depth: Int
  private let shaper: PictureShaper
  private let output: BufferedDestination
  private let writer: TIFFWriter
  /// One for each page; empty for pages of 16 bits.
  private var digests: [FrameDigest] = []

  init(_ plan: ConversionPlan, _ tiff: TIFFPlan) throws {
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
    if depth == 8 { digests.append(FrameDigest(picture)) }
    try writer.append(picture, depth: depth)
  }

  func finish() throws { try output.flush() }

  func cancel() {}

  func check(_ isCancelled: () throws -> Void) throws -> [WrittenOutput] {
    do {
      var options = ReadingOptions()
      options.limits = .unlimited
      options.sheet.use = .never
      let source = try openSource(.path(destination.temporaryPath), options: options)
      try expect("the kind", InputKind.tiff.name, source.info.kind.name)
      try expect("the size", "\(plan.shaping.output)", "\(source.info.size)")
      try expect("pages", "\(plan.frameCount)", "\(source.info.frames.count)")
      if depth == 16 { try expect("bits a sample", "16", "\(source.info.sampleDepth)") }
      for (page, digest) in digests.enumerated() {
        try isCancelled()
        guard let frame = try source.next(), FrameDigest(frame.pixels) == digest else {
          throw ReadBackError.wrongPixels(frame: page)
        }
      }
    } catch let error as ReadBackError {
      throw error
    } catch let error as any StageFailure {
      throw ReadBackError.unreadable(reason: error.reason)
    }
    return try written()
  }

  private func expect(_ what: String, _ expected: String, _ found: String) throws {
    if expected != found {
      throw ReadBackError.differs(what: what, expected: expected, found: found)
    }
  }
}
