import GIFBlocks

/// Codes flat content: maps each pixel to its colour in the plan and passes the result to the
/// lossless encoder, which shows exactly these colours.
struct FlatEncoder {
  private let plan: FlatPlan
  private let tolerance: Float
  private let width: Int
  private let convert = OKLab.Converter()
  private var encoder: LosslessGIFEncoder
  /// The shown canvas; empty without a tolerance.
  private var shown: [UInt32] = []
  /// The wanted canvas; empty without a tolerance.
  private var wanted: [UInt32] = []
  /// How long each pixel has had its wanted colour, in 1/100 s, up to ``patience``.
  private var ages: [UInt8] = []
  private var lastDuration = 0

  /// How long a small change may wait, in 1/100 s: a short change is never painted, a lasting one
  /// is.
  static let patience = 20

  init(_ plan: FlatPlan, settings: GIFEncodingSettings, writer: GIFBlockWriter) throws {
    self.plan = plan
    width = plan.lossless.width
    tolerance = plan.tolerance(settings)
    encoder = try LosslessGIFEncoder(
      plan.lossless, plays: settings.plays, effort: settings.effort,
      addsFrames: settings.addsFrames, writer: writer)
  }

  /// See ``LosslessGIFEncoder/splitFrames``.
  var splitFrames: [Int] { encoder.splitFrames }

  mutating func append(_ frame: QueuedFrame) throws {
    var canvas = Array(UnsafeBufferPointer(start: frame.pixels.base, count: frame.pixels.count))
    if !plan.isExact {
      // Neighbours usually have the same colour.
      var last: UInt32 = 0
      var shown: UInt32 = 0
      for place in canvas.indices where canvas[place] != 0 {
        if canvas[place] != last {
          last = canvas[place]
          shown = plan.mapping[last] ?? last
        }
        canvas[place] = shown
      }
    }
    if tolerance > 0 {
      note(canvas)
      if !shown.isEmpty { keepWhatIsNear(&canvas) }
      shown = canvas
      lastDuration = frame.duration
    }
    try encoder.append(LosslessGIFFrame(canvas: canvas, delay: frame.duration))
  }

  /// Updates how long each pixel has had its wanted colour.
  private mutating func note(_ canvas: [UInt32]) {
    if wanted.isEmpty { ages = [UInt8](repeating: 0, count: canvas.count) }
    for place in wanted.indices {
      ages[place] =
        canvas[place] == wanted[place]
        ? UInt8(min(Self.patience, Int(ages[place]) + lastDuration)) : 0
    }
    wanted = canvas
  }

  /// Skips pixels whose change is too small for the quality, in runs of a row without other
  /// changes; elsewhere, skipping them would only break strings.
  ///
  /// The wanted colours are compared with the shown ones, so that small changes do not add up to a
  /// large one. After ``patience`` a change is painted, so that none is lost.
  private func keepWhatIsNear(_ canvas: inout [UInt32]) {
    let limit = tolerance * tolerance
    for row in stride(from: 0, to: canvas.count, by: width) {
      // The length of the run of small changes from here.
      var start = row
      for place in row..<row + width {
        if mayWait(place, canvas[place], limit) { continue }
        keep(start..<place, of: row..<row + width, &canvas)
        start = place + 1
      }
      keep(start..<row + width, of: row..<row + width, &canvas)
    }
  }

  private func mayWait(_ place: Int, _ color: UInt32, _ limit: Float) -> Bool {
    let shown = shown[place]
    if color == shown { return true }
    guard color != 0, shown != 0, ages[place] < Self.patience else { return false }
    return convert(color).squaredDistance(convert(shown)) <= limit
  }

  /// Keeps a run of pixels except its ends, unless they are the ends of the row.
  private func keep(_ run: Range<Int>, of row: Range<Int>, _ canvas: inout [UInt32]) {
    let lower = run.lowerBound == row.lowerBound ? run.lowerBound : run.lowerBound + 1
    let upper = run.upperBound == row.upperBound ? run.upperBound : run.upperBound - 1
    guard lower < upper else { return }
    for place in lower..<upper { canvas[place] = shown[place] }
  }

  mutating func finish() throws { _ = try encoder.finish() }
}
