/// Canvases kept along the way, so that going back does not decode from the beginning.
///
/// Nothing is kept until ``isActive`` is set, so reading straight through costs no memory. Then the
/// frames that a ``CheckpointPlan`` chose are kept as decoding passes them.
package struct CanvasCheckpoints {
  private let pool: PixelBufferPool
  private var plan = CheckpointPlan.none
  private var kept: [Int: PixelBuffer] = [:]

  /// Whether frames that are visited are kept.
  package var isActive = false

  package init(size: PixelSize) {
    pool = PixelBufferPool(size: size, maxSpare: 0)
  }

  /// Bytes of one canvas.
  package var canvasBytes: Int { max(pool.size.area * 4, 1) }
  /// Bytes of the canvases that are kept now.
  package var bytes: Int { kept.count * canvasBytes }

  /// Keeps what another plan chose from now on, and lets go of what it did not.
  package mutating func follow(_ plan: CheckpointPlan) {
    self.plan = plan
    kept = kept.filter { plan.contains($0.key) }
  }

  /// Keeps the canvas as it is before frame `index`, when the plan chose it.
  package mutating func visit(_ index: Int, _ canvas: Canvas) {
    guard isActive, kept[index] == nil, plan.contains(index) else { return }
    let copy = pool.take()
    if canvas.copyBase(to: copy) { kept[index] = copy }
  }

  /// The latest kept frame from `first` to `last`, with its canvas.
  package func nearest(from first: Int, through last: Int) -> (index: Int, canvas: PixelBuffer)? {
    guard first <= last, let index = kept.keys.filter({ $0 >= first && $0 <= last }).max()
    else { return nil }
    return kept[index].map { (index, $0) }
  }
}
