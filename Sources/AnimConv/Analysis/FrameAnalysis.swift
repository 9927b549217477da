internal import Raster
internal import Reading
internal import Writing

/// Properties of the shaped frames that a layout depends on, found by decoding every frame once
/// before the plan is made.
struct FrameAnalysis {
  /// The properties of one source frame.
  struct Look {
    /// The first played source frame with the same pixels; the frame itself if there is no earlier
    /// one.
    var original: Int
    /// The bounds of all pixels that are not fully transparent, in pixels of the smallest scale;
    /// empty without such pixels.
    var bounds: PixelRect
  }

  private var analysis: [Int: Look] = [:]

  /// The properties of a played source frame.
  subscript(source index: Int) -> Look { analysis[index] ?? Look(original: index, bounds: .empty) }

  /// - Parameters:
  ///   - source: positioned at any frame, before and after.
  ///   - indices: the source frames that are played.
  ///   - shapings: one for each scale.
  ///   - scales: the scale of each shaping relative to the smallest one.
  ///   - digest: a number that identical images share.
  ///   - onAnalysis: called before each examined frame, with the number of examined frames and their
  ///     total; throws to stop.
  /// - Complexity: decodes and shapes every frame up to the last played one, and frames with equal
  ///   digests again to compare their pixels.
  init(
    _ source: any FrameSource, indices: some Collection<Int>, shapings: [ShapingPlan],
    scales: [Int], digest: (PixelBuffer) -> FrameDigest = { FrameDigest($0) },
    onAnalysis: (_ done: Int, _ total: Int) throws -> Void
  ) throws {
    let shapers = shapings.map(Shaper.init)
    var player = SequencePlayer(source)
    var last: Look?
    var alike: [[FrameDigest]: [Int]] = [:]
    let shown = Set(indices).sorted()
    for (done, index) in shown.enumerated() {
      try onAnalysis(done, shown.count)
      let frame = try player.frame(at: index)
      let shaped = try shapers.map { try $0.shape(frame).color }
      if let last, shaped.allSatisfy(\.changed.isEmpty) {
        analysis[index] = last
        continue
      }
      let bounds = zip(shaped, scales).reduce(PixelRect.empty) { bounds, next in
        bounds.union(next.0.pixels.visibleBounds().divided(by: next.1))
      }
      last = Look(original: index, bounds: bounds)
      analysis[index] = last
      alike[shaped.map { digest($0.pixels) }, default: []].append(index)
    }
    let originals = try EqualFrames(
      source, shapings: shapings, candidates: alike.values.filter { $0.count > 1 },
      check: { try onAnalysis(shown.count, shown.count) }
    ).originals
    for (index, look) in analysis {
      analysis[index]!.original = originals[look.original] ?? look.original
    }
  }
}

extension PixelRect {
  /// The smallest rectangle that covers this one after scaling by `divisor`.
  fileprivate func divided(by divisor: Int) -> PixelRect {
    if isEmpty { return .empty }
    let left = x / divisor
    let top = y / divisor
    return PixelRect(
      x: left, y: top, width: (maxX + divisor - 1) / divisor - left,
      height: (maxY + divisor - 1) / divisor - top)
  }
}
