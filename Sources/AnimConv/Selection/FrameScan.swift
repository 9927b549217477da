internal import AnimTiming
internal import Raster
internal import Reading

/// The properties of frames that a selection needs: one pass over all frames keeps a few values of
/// each.
struct FrameScan {
  /// The starts of shots except the first one.
  private(set) var changes: [SceneDetector.Change] = []
  /// The frames that differ from the previously kept one.
  private(set) var distinct: [DistinctFrames.Kept] = []
  /// The scores of every frame; empty unless they are needed.
  private(set) var appeals: [FrameAppeal] = []

  /// - Parameters: - source: positioned at any frame, before and after. - shown: the frames to
  ///   choose from, with their starts. - onAnalysis: called before each frame, with the number of
  ///   examined frames and the total; throws
  ///     to stop.
  /// - Throws: ``ReadingError``.
  /// - Complexity: decodes every frame once, as stored samples if possible; memory is a few hundred
  ///   sketches.
  init(
    _ source: any FrameSource, shown: PlaySequence, choice: AnimationTimeline.FrameChoice,
    scenes: Conversion.Timing.Scenes,
    onAnalysis: (_ done: Int, _ total: Int) throws -> Void
  ) throws {
    let samples = source as? any SampleSource
    samples?.handsOnSamples = true
    defer { samples?.handsOnSamples = false }
    var player = SequencePlayer(source)
    var detector = choice.isByShots ? SceneDetector(threshold: scenes.threshold) : nil
    var different = choice == .distinct ? DistinctFrames() : nil
    var sharpest = choice == .sharp || choice == .sharpestOfScene ? AppealScan() : nil
    var sketch: FrameSketch?
    for (position, index) in shown.sourceIndices.enumerated() {
      try onAnalysis(position, shown.count)
      let frame = try player.frame(at: index)
      let isSame = frame.changed.isEmpty && position > 0
      sharpest?.take(frame.pixels, isSame: isSame)
      if detector == nil, different == nil { continue }
      let seen = isSame ? sketch ?? FrameSketch(frame.pixels) : FrameSketch(frame.pixels)
      detector?.take(seen, start: shown.timeline.seconds(to: position))
      different?.take(seen, at: position)
      sketch = seen
    }
    detector?.finish()
    different?.finish()
    changes = detector?.changes ?? []
    distinct = different?.kept ?? []
    appeals = sharpest?.appeals ?? []
  }
}

extension AnimationTimeline {
  /// The approximate start of a frame.
  fileprivate func seconds(to position: Int) -> Double {
    let start = startTime(of: position)
    return Double(start.numerator) / Double(start.denominator)
  }
}

/// Computes the scores by which the sharpest frame is selected.
struct AppealScan {
  private(set) var appeals: [FrameAppeal] = []
  private var last: FrameClarity?
  /// The direction of the last change in contrast, if it looked like a fade.
  private var direction: FloatingPointSign?

  /// - Parameter isSame: whether the picture equals the previous one.
  mutating func take(_ picture: PixelBuffer, isSame: Bool) {
    let clarity = isSame ? last ?? FrameClarity(picture) : FrameClarity(picture)
    let way =
      last.map { $0.fades(to: clarity) ? (clarity.contrast - $0.contrast).sign : nil } ?? nil
    appeals.append(FrameAppeal(clarity))
    // A single blurred frame is not a fade: in a fade, contrast keeps changing in one direction.
    if let way, way == direction {
      for place in appeals.indices.suffix(3) { appeals[place].fades = true }
    }
    direction = way
    last = clarity
  }
}
