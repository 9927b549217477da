internal import AnimTiming
internal import Raster
internal import Writing

/// Delivers a BIF. Room for the index is left at the start and filled at the end.
final class BIFDelivery: SingleFileDelivery {
  let plan: Conversion.Plan
  private let bif: BIFPlan
  let destination: Destination
  private let shaper: Shaper
  /// Bytes of each picture.
  private var sizes: [Int] = []

  init(_ plan: Conversion.Plan, _ bif: BIFPlan) throws {
    self.plan = plan
    self.bif = bif
    shaper = Shaper(plan.shaping)
    destination = try Destination(plan.outputs[0].output)
    do {
      try destination.append(
        [UInt8](repeating: 0, count: BIFIndex.length(count: bif.times.count)))
    } catch {
      destination.discard()
      throw error
    }
  }

  func write(_ frame: TimedFrame) throws {
    let picture = try shaper.shape(frame.frame).color
    // Set-top boxes decode only the usual kind of JPEG.
    let bytes = try JPEGPicture.encode(
      picture.pixels, quality: bif.quality, hasFullChroma: false)
    try destination.append(bytes)
    sizes.append(bytes.count)
  }

  func finish() throws {
    guard let head = BIFIndex.bytes(unit: bif.unit, times: bif.times, sizes: sizes) else {
      throw StoryboardError.tooLarge("more than 4 GiB")
    }
    try destination.overwrite(head, at: 0)
  }

  func cancel() {}

  func check(_ isCancelled: () throws -> Void) throws -> [Conversion.Report.Output] {
    try BIFReadBack(plan: bif, size: plan.shaping.output)
      .check(destination.temporaryPath, isCancelled)
    return try written()
  }
}
