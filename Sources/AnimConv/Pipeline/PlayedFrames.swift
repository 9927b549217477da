internal import AnimTiming
internal import Raster
internal import Reading
internal import Writing

/// What every kind of plan is made of: which source frame each output frame shows and for how long,
/// and how frames are shaped.
struct PlayedFrames {
  let timing: Retimer
  /// Of all plays.
  let timeline: Timeline
  /// How often the input asks to be played.
  let plays: LoopCount
  let options: ShapingOptions
  let shaping: ShapingPlan
  let hasAlpha: Bool
  let source: any FrameSource
  /// Called for each frame that is looked at; throws when the conversion is to end.
  let onLook: () throws -> Void

  var count: Int { timeline.count }

  /// The source frame that an output frame shows.
  func sourceIndex(_ frame: Int) -> Int {
    let entries = timing.schedule.entries
    return timing.sequence.sourceIndices[entries[frame % entries.count].position]
  }

  /// How long an output frame shows.
  func delay(_ frame: Int) -> Delay {
    .declared(ticks: timeline.duration(of: frame), timebase: timeline.timebase)
  }

  /// The same shaping for pictures that are `scale` times as large, made of the source itself.
  func shaping(scale: Int) throws -> ShapingPlan {
    if scale == 1 { return shaping }
    var options = options
    if case .size = options.scale, options.fit != .inside {} else { options.fit = .exact }
    options.scale = .size(shaping.picture.scaled(by: scale))
    return try ShapingPlan(
      options, source: shaping.source, hasAlpha: hasAlpha, defaultAlpha: shaping.alpha)
  }

  /// Whether the first frame that shows is pixel art.
  ///
  /// - Complexity: decodes one frame, and those that it is drawn on.
  func areFewColors() throws -> Bool {
    try onLook()
    var player = SequencePlayer(source)
    let isPixelArt = PixelArt.matches(try player.frame(at: sourceIndex(0)).pixels)
    try source.seek(to: 0)
    return isPixelArt
  }

  /// What the frames look like.
  func looks(shapings: [ShapingPlan], scales: [Int]) throws -> FrameLooks {
    try FrameLooks(
      source, indices: timing.sourceIndices, shapings: shapings, scales: scales, check: onLook)
  }
}
