internal import AnimTiming
internal import Messages
internal import Raster
internal import Writing

/// How a BIF is written.
struct BIFPlan: OutputPlan {
  /// From 1 to 100.
  let quality: Int
  /// Milliseconds of a unit of ``times``.
  let unit: UInt32
  /// When each picture is shown, in units.
  let times: [UInt32]
  let outputs: [Conversion.Plan.Output]

  /// - Throws: ``StoryboardError``, `TimingError`.
  init(_ frames: PlayedFrames, quality: Int?, output: AnimationOutput) throws {
    self.quality = quality ?? SheetPictures.defaultJPEGQuality
    let starts = try frames.timeline.starts(in: .milliseconds)
    let step = max(1, starts.reduce(0, greatestCommonDivisor))
    // A unit of 0 stands for 1000.
    guard let unit = UInt32(exactly: starts.count == 1 ? 1000 : step) else {
      throw StoryboardError.tooLarge("steps that long")
    }
    let times = starts.compactMap { UInt32(exactly: $0 / Int64(unit)) }
    guard times.count == starts.count, !times.contains(BIFIndex.lastTime) else {
      throw StoryboardError.tooLarge("times that late")
    }
    (self.unit, self.times) = (unit, times)
    outputs = [
      Conversion.Plan.Output(
        output: output, content: .picture, size: frames.shaping.output, format: "BIF")
    ]
  }

  func makeDelivery(
    _ plan: Conversion.Plan, tick: @escaping () throws -> Void
  ) throws -> any Delivery { try BIFDelivery(plan, self) }

  func note(in facts: inout MediaConstraint.Facts, of plan: Conversion.Plan) {
    facts.note(size: plan.shaping.output)
    facts[.alpha] = .truth(false)
  }

  func notes(_ plan: Conversion.Plan) -> [ConversionMessage] {
    plan.shaping.noteOfFlattening(keeper: "PNG and WebP keep")
  }

  func qualities(_ conversion: Conversion) -> [SizeChoice] { .ofQuality(below: quality) }

  var summary: [(topic: String, text: String)] {
    [(topic: "encode", text: "\(times.count) JPEGs, quality \(quality), times in \(unit) ms")]
  }
}

extension AnimationTimeline {
  /// When each frame is shown, rounded to whole ticks of a timebase.
  ///
  /// - Throws: `TimingError`.
  fileprivate func starts(in unit: Timebase) throws -> [Int64] {
    try boundaries.dropLast().map {
      try RationalTime(ticks: $0, timebase: timebase).ticks(in: unit, rounding: .nearest)
    }
  }
}
