package import AnimTiming
internal import Atlases
internal import Raster
package import Reading

/// What every kind of plan is made of: which source frame each output frame shows and for how long,
/// how frames are shaped, and what was seen of them.
package struct PlayedFrames {
  package private(set) var timing: Retimer
  /// Of all plays.
  package private(set) var timeline: Timeline
  /// What the survey found.
  package private(set) var source: SourceInfo
  package let options: ShapingOptions
  package private(set) var shaping: ShapingPlan
  package let hasAlpha: Bool
  /// What was seen of the frames; nothing before the planner has looked.
  var looks = Looks()

  init(
    timing: Retimer, timeline: Timeline, source: SourceInfo, options: ShapingOptions,
    shaping: ShapingPlan, hasAlpha: Bool
  ) {
    self.timing = timing
    self.timeline = timeline
    self.source = source
    self.options = options
    self.shaping = shaping
    self.hasAlpha = hasAlpha
  }

  /// Takes what was seen of the frames: dither that is taken out of them, and equal ones in a row,
  /// which are shown as one.
  ///
  /// - Throws: `TimingError`.
  mutating func take(_ looks: Looks) throws {
    self.looks = looks
    shaping.dither = looks.dither
    if looks.repeats.isEmpty { return }
    timing = timing.merging(looks.repeats)
    timeline = try timing.timelineOfAllPlays
  }

  /// Takes note of the samples that a source can hand on instead of pixels, where it can.
  ///
  /// - Throws: `ReadingError`.
  mutating func takeSamples(of source: any FrameSource) throws {
    guard shaping.isIdentity, let source = source as? any SampleSource else { return }
    self.source.video?.samples = try source.samplesColor()
  }

  package var count: Int { timeline.count }

  /// How often the input asks to be played.
  package var plays: LoopCount { source.plays }

  /// The source frame that an output frame shows.
  func sourceIndex(_ frame: Int) -> Int {
    let entries = timing.schedule.entries
    return timing.sequence.sourceIndices[entries[frame % entries.count].position]
  }

  /// The same with its time in the input, as lists tell it.
  func listedSource(_ frame: Int) -> FrameList.Source {
    let index = sourceIndex(frame)
    return .init(index: index, start: timing.delays.timeline.startTime(of: index))
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
    var scaled = try ShapingPlan(
      options, source: shaping.source, hasAlpha: hasAlpha, defaultAlpha: shaping.alpha,
      scale: scale)
    scaled.dither = shaping.dither
    return scaled
  }
}
