import GIFBlocks

/// Codes flat content: gives each pixel its colour of the plan and leaves the rest to the lossless
/// encoder, which shows exactly these.
struct FlatEncoder {
  private let plan: FlatPlan
  private var encoder: LosslessGIFEncoder

  init(_ plan: FlatPlan, settings: GIFEncodingSettings, writer: GIFBlockWriter) throws {
    self.plan = plan
    encoder = try LosslessGIFEncoder(
      plan.lossless, plays: settings.plays, effort: settings.effort, writer: writer)
  }

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
    try encoder.append(LosslessGIFFrame(canvas: canvas, delay: frame.duration))
  }

  consuming func finish() throws { _ = try encoder.finish() }
}
