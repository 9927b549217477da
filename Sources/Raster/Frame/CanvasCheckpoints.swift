/// Kept canvases, so that seeking backwards does not decode from the beginning.
///
/// Nothing is kept until ``isActive`` is set, so reading from start to end needs no memory for it.
/// After that, the frames chosen by a ``CheckpointPlan`` are kept as they are decoded.
package struct CanvasCheckpoints {
  private let pool: PixelBuffer.Pool
  private var plan = CheckpointPlan.none
  private var kept: [Int: PixelBuffer] = [:]

  /// Whether visited frames are kept.
  package var isActive = false

  package init(size: PixelSize) {
    pool = PixelBuffer.Pool(size: size, maxSpare: 0)
  }

  /// Bytes of one canvas.
  package var canvasBytes: Int { max(pool.size.area * 4, 1) }
  /// Bytes of the canvases kept at present.
  package var bytes: Int { kept.count * canvasBytes }

  /// Uses another plan from now on, and drops canvases that it did not choose.
  package mutating func follow(_ plan: CheckpointPlan) {
    self.plan = plan
    kept = kept.filter { plan.contains($0.key) }
  }

  /// Keeps the canvas before frame `index` if the plan chose it.
  package mutating func visit(_ index: Int, _ canvas: Canvas) {
    guard isActive, kept[index] == nil, plan.contains(index) else { return }
    let copy = pool.take()
    if canvas.copyBase(to: copy) { kept[index] = copy }
  }

  /// The last kept frame between `first` and `last`, with its canvas.
  package func nearest(from first: Int, through last: Int) -> (index: Int, canvas: PixelBuffer)? {
    guard first <= last, let index = kept.keys.filter({ $0 >= first && $0 <= last }).max()
    else { return nil }
    return kept[index].map { (index, $0) }
  }
}
