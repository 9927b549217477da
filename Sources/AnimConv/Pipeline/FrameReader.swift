internal import Raster
internal import Reading
internal import Stages
internal import Threads

/// The reading half of a conversion: plays the plan's frames into the queue, on its own thread.
///
/// Owns the source while it runs; whoever started it waits for ``run()`` before touching the source
/// again.
final class FrameReader: @unchecked Sendable {
  /// A damaged frame has transparent pixels, which the plan does not count on.
  struct Damage: Error {}

  private let source: any FrameSource
  private let plan: ConversionPlan
  private let plays: Int
  private let cancellation: CancellationFlag
  private let queue: BoundedQueue<CanvasFrame>

  init(
    source: any FrameSource, plan: ConversionPlan, plays: Int, cancellation: CancellationFlag,
    queue: BoundedQueue<CanvasFrame>
  ) {
    self.source = source
    self.plan = plan
    self.plays = plays
    self.cancellation = cancellation
    self.queue = queue
  }

  /// Reads until every frame is in the queue, the queue is abandoned, or an error ends it.
  func run() {
    queue.close(Result { try read() })
  }

  private func read() throws {
    let ahead = source as? any DecodingAhead
    ahead?.decodesAhead = true
    defer { ahead?.decodesAhead = false }
    var player = SequencePlayer(source)
    for _ in 0..<plays {
      for index in plan.sourceIndices {
        try cancellation.check()
        let frame = try player.frame(at: index)
        // Damage alone leaves a video opaque.
        if !plan.hasAlpha, source.warnings.contains(where: { $0.kind == .damagedFrame }),
          !frame.pixels.isOpaque(in: PixelRect(frame.pixels.size))
        {
          throw Damage()
        }
        if !queue.push(frame) { return }
      }
    }
  }
}
