package import AnimTiming
internal import Atlases
internal import Raster
package import Reading

/// The common input of all plans: the source frame and duration of each output frame, the shaping,
/// and the results of examining frames.
package struct PlayedFrames {
  package private(set) var timing: Retimer
  /// Of all plays.
  package private(set) var timeline: AnimationTimeline
  /// What the survey found.
  package private(set) var source: SourceInfo
  package let options: Conversion.Shaping
  package private(set) var shaping: ShapingPlan
  package let hasAlpha: Bool
  /// The results of examining the frames; empty until the planner has examined them.
  var analysis = Analysis()

  init(
    timing: Retimer, timeline: AnimationTimeline, source: SourceInfo, options: Conversion.Shaping,
    shaping: ShapingPlan, hasAlpha: Bool
  ) {
    self.timing = timing
    self.timeline = timeline
    self.source = source
    self.options = options
    self.shaping = shaping
    self.hasAlpha = hasAlpha
  }

  /// Applies the results of examining the frames: removes detected dithering and merges consecutive
  /// identical frames.
  ///
  /// - Throws: `TimingError`.
  mutating func take(_ analysis: Analysis) throws {
    self.analysis = analysis
    shaping.dither = analysis.dither
    if analysis.repeats.isEmpty { return }
    timing = timing.merging(analysis.repeats)
    timeline = try timing.timelineOfAllPlays
  }

  /// Records the samples that a source can pass on instead of pixels, if it can.
  ///
  /// - Throws: `ReadingError`.
  mutating func takeSamples(of source: any FrameSource) throws {
    guard shaping.isIdentity, let source = source as? any SampleSource else { return }
    self.source.video?.samples = try source.samplesColor()
  }

  package var count: Int { timeline.count }

  /// The loop count of the input.
  package var plays: LoopCount { source.plays }

  /// The source frame that an output frame shows.
  func sourceIndex(_ frame: Int) -> Int {
    let entries = timing.schedule.entries
    return timing.sequence.sourceIndices[entries[frame % entries.count].position]
  }

  /// The source frame of an output frame with its time in the input, for lists.
  func listedSource(_ frame: Int) -> FrameList.Source {
    let index = sourceIndex(frame)
    return .init(index: index, start: timing.delays.timeline.startTime(of: index))
  }

  /// The duration of an output frame.
  func delay(_ frame: Int) -> Delay {
    .declared(ticks: timeline.duration(of: frame), timebase: timeline.timebase)
  }

  /// The same shaping for images `scale` times as large, made directly from the source.
  func shaping(scale: Int) throws -> ShapingPlan {
    if scale == 1 { return shaping }
    var options = options
    if case .size = options.scale, options.fit != .inside {} else { options.fit = .exact }
    options.scale = .size(shaping.picture.scaled(by: scale))
    var scaled = try ShapingPlan(
      options, source: shaping.source, hasAlpha: hasAlpha, defaultAlpha: shaping.alpha,
      scale: scale)
    scaled.dither = shaping.dither
    // A factor that repeats pixels does so at every scale.
    if case .pixelFactor = self.options.scale {} else { scaled.isVector = shaping.isVector }
    return scaled
  }
}
