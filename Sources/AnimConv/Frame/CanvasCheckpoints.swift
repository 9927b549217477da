/// Canvases kept along the way, so that going back does not decode from the beginning.
///
/// Nothing is kept until ``isActive`` is set, so reading straight through costs no memory. Then
/// every n-th frame is kept; when the budget is used up, n doubles and every other one is dropped.
struct CanvasCheckpoints {
  /// The distance to begin with, in frames.
  private static let firstInterval = 8

  private let pool: PixelBufferPool
  private let capacity: Int
  private var interval = CanvasCheckpoints.firstInterval
  private var kept: [Int: PixelBuffer] = [:]

  /// Whether frames that are visited are kept.
  var isActive = false

  /// - Parameter budget: the most bytes that all kept canvases take together.
  init(size: PixelSize, budget: Int) {
    pool = PixelBufferPool(size: size)
    capacity = budget / max(size.area * 4, 1)
  }

  /// Keeps the canvas as it is before frame `index`, when it is that frame's turn.
  mutating func visit(_ index: Int, _ canvas: Canvas) {
    guard isActive, capacity > 0, index > 0, index.isMultiple(of: interval), kept[index] == nil
    else { return }
    while kept.count >= capacity {
      interval *= 2
      kept = kept.filter { $0.key.isMultiple(of: interval) }
    }
    guard index.isMultiple(of: interval) else { return }
    let copy = pool.take()
    if canvas.copyBase(to: copy) { kept[index] = copy }
  }

  /// The latest kept frame from `first` to `last`, with its canvas.
  func nearest(from first: Int, through last: Int) -> (index: Int, canvas: PixelBuffer)? {
    guard first <= last, let index = kept.keys.filter({ $0 >= first && $0 <= last }).max()
    else { return nil }
    return kept[index].map { (index, $0) }
  }
}
