internal import Raster
internal import Reading
internal import Writing

/// What the frames of a conversion look like once they are shaped, as far as a layout depends on
/// it: found by decoding every frame once, before the plan is made.
struct FrameLooks {
  /// What one source frame looks like.
  struct Look {
    /// The first of the source frames that are played and have the same pixels: itself when there
    /// is none before it.
    var original: Int
    /// Around every pixel that is not wholly transparent, in pixels of the smallest scale; empty
    /// without one.
    var bounds: PixelRect
  }

  private var looks: [Int: Look] = [:]

  /// The look of a source frame that is played.
  subscript(source index: Int) -> Look { looks[index] ?? Look(original: index, bounds: .empty) }

  /// - Parameters:
  ///   - source: at frame 0, where it is left.
  ///   - indices: the source frames that are played.
  ///   - shapings: one for each scale.
  ///   - scales: how many pixels of each shaping one pixel of the smallest scale is.
  ///   - digest: a number that equal pictures share.
  ///   - onLook: called before each frame that is looked at, with how many have been and how many
  ///     there are; throws when it is to end.
  /// - Complexity: decodes and shapes every frame up to the last one that is played, and those with
  ///   equal digests again to compare their pixels.
  init(
    _ source: any FrameSource, indices: some Collection<Int>, shapings: [ShapingPlan],
    scales: [Int], digest: (PixelBuffer) -> FrameDigest = { FrameDigest($0) },
    onLook: (_ done: Int, _ total: Int) throws -> Void
  ) throws {
    let shapers = shapings.map(Shaper.init)
    var player = SequencePlayer(source)
    var last: Look?
    var alike: [[FrameDigest]: [Int]] = [:]
    let shown = Set(indices).sorted()
    for (done, index) in shown.enumerated() {
      try onLook(done, shown.count)
      let frame = try player.frame(at: index)
      let shaped = try shapers.map { try $0.shape(frame).color }
      if let last, shaped.allSatisfy(\.changed.isEmpty) {
        looks[index] = last
        continue
      }
      let bounds = zip(shaped, scales).reduce(PixelRect.empty) { bounds, next in
        bounds.union(next.0.pixels.visibleBounds().divided(by: next.1))
      }
      last = Look(original: index, bounds: bounds)
      looks[index] = last
      alike[shaped.map { digest($0.pixels) }, default: []].append(index)
    }
    let originals = try EqualFrames(
      source, shapings: shapings, candidates: alike.values.filter { $0.count > 1 },
      check: { try onLook(shown.count, shown.count) }
    ).originals
    for (index, look) in looks {
      looks[index]!.original = originals[look.original] ?? look.original
    }
    try source.seek(to: 0)
  }
}

extension PixelRect {
  /// The smallest rectangle that, `divisor` times as large, covers this one.
  fileprivate func divided(by divisor: Int) -> PixelRect {
    if isEmpty { return .empty }
    let left = x / divisor
    let top = y / divisor
    return PixelRect(
      x: left, y: top, width: (maxX + divisor - 1) / divisor - left,
      height: (maxY + divisor - 1) / divisor - top)
  }
}
