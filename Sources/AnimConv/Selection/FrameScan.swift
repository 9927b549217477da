internal import AnimTiming
internal import Raster
internal import Reading

/// What frames look like, as far as a choice of frames needs it: one pass over them, which keeps some
/// figures of each.
struct FrameScan {
  /// Where shots begin besides at the first frame.
  private(set) var changes: [SceneDetector.Change] = []
  /// Those that differ.
  private(set) var distinct: [DistinctFrames.Kept] = []
  /// Of every frame; empty where nobody asks.
  private(set) var appeals: [FrameAppeal] = []

  /// - Parameters:
  ///   - source: at frame 0, where it is left.
  ///   - shown: the frames to choose from, and when they start.
  ///   - onLook: called before each frame, with how many have been and how many there are; throws when it
  ///     is to end.
  /// - Throws: ``ReadingError``.
  /// - Complexity: decodes every frame once, as stored samples where it can; memory is some hundred
  ///   sketches.
  init(
    _ source: any FrameSource, shown: PlaySequence, choice: FrameChoice, scenes: SceneOptions,
    onLook: (_ done: Int, _ total: Int) throws -> Void
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
      try onLook(position, shown.count)
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
    try source.seek(to: 0)
  }
}

extension Timeline {
  /// When a frame starts, nearly.
  fileprivate func seconds(to position: Int) -> Double {
    let start = startTime(of: position)
    return Double(start.numerator) / Double(start.denominator)
  }
}

/// What every frame is chosen by where the sharpest is wanted.
struct AppealScan {
  private(set) var appeals: [FrameAppeal] = []
  private var last: FrameClarity?
  /// Where contrast went with the last frame, if that looked like a fade.
  private var direction: FloatingPointSign?

  /// - Parameter isSame: whether the picture is that of the frame before.
  mutating func take(_ picture: PixelBuffer, isSame: Bool) {
    let clarity = isSame ? last ?? FrameClarity(picture) : FrameClarity(picture)
    let way =
      last.map { $0.fades(to: clarity) ? (clarity.contrast - $0.contrast).sign : nil } ?? nil
    appeals.append(FrameAppeal(clarity))
    // One blurred frame among others is no fade: contrast goes on in one direction.
    if let way, way == direction {
      for place in appeals.indices.suffix(3) { appeals[place].fades = true }
    }
    direction = way
    last = clarity
  }
}
