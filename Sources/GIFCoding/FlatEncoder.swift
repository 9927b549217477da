import GIFBlocks

/// Codes flat content: gives each pixel its colour of the plan and leaves the rest to the lossless
/// encoder, which shows exactly these.
struct FlatEncoder {
  private let plan: FlatPlan
  private let tolerance: Float
  private let width: Int
  private let convert = OKLab.Converter()
  private var encoder: LosslessGIFEncoder
  /// What the screen shows; empty without a tolerance.
  private var shown: [UInt32] = []
  /// What it should show; empty without a tolerance.
  private var wanted: [UInt32] = []
  /// How long each pixel has been wanted as it is, in 1/100 s, up to ``patience``.
  private var ages: [UInt8] = []
  private var lastDuration = 0

  /// How long a small change may wait, in 1/100 s: a passing one is never painted, one that stays is.
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
      // Neighbours mostly have the same colour.
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

  /// Notes how long each pixel has been wanted as it is.
  private mutating func note(_ canvas: [UInt32]) {
    if wanted.isEmpty { ages = [UInt8](repeating: 0, count: canvas.count) }
    for place in wanted.indices {
      ages[place] =
        canvas[place] == wanted[place]
        ? UInt8(min(Self.patience, Int(ages[place]) + lastDuration)) : 0
    }
    wanted = canvas
  }

  /// Leaves pixels whose change is too small for the quality, where their row has nothing to paint
  /// beside them: elsewhere they would only break strings.
  ///
  /// They are compared with what the screen shows, so that small changes do not add up to a large
  /// one, and painted when they have waited for ``patience``, so that nothing stays away for good.
  private func keepWhatIsNear(_ canvas: inout [UInt32]) {
    let limit = tolerance * tolerance
    for row in stride(from: 0, to: canvas.count, by: width) {
      // Pixels in a row whose changes are small, from here on.
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

  /// Keeps a run of pixels but for its ends, unless these are those of the row.
  private func keep(_ run: Range<Int>, of row: Range<Int>, _ canvas: inout [UInt32]) {
    let lower = run.lowerBound == row.lowerBound ? run.lowerBound : run.lowerBound + 1
    let upper = run.upperBound == row.upperBound ? run.upperBound : run.upperBound - 1
    guard lower < upper else { return }
    for place in lower..<upper { canvas[place] = shown[place] }
  }

  mutating func finish() throws { _ = try encoder.finish() }
}
