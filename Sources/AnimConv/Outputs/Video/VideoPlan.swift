internal import AnimTiming
internal import Raster
internal import Reading
internal import SystemPackage
internal import Writing

/// How a video is written.
struct VideoPlan: Sendable {
  let encoding: VideoEncoding
  /// The timing for the encoders, which is that of the file: with ``Conversion/Shaping/Alpha/mix``
  /// every frame counts as two.
  let timing: VideoTiming
  let outputs: [Conversion.Plan.Output]
  /// The audio, or the reason why there is none.
  let sound: SoundOutcome
  /// Tags, chapters and languages in the file.
  let kept: KeptContents
  let openChroma: SharedChroma?
  let isAlphaOpen: Bool
  let measuresGrain: Bool
  let measuresEdges: Bool

  /// - Parameter plays: the number of identical plays in the frames.
  /// - Throws: ``WritingError``, ``SplitAlphaError``.
  init(
    container: VideoContainer, options: VideoOptions, frames: PlayedFrames, plays: Int,
    output: AnimationOutput, sound: SoundOutcome, kept: KeptContents
  ) throws {
    self.sound = sound
    self.kept = kept
    let alpha = frames.shaping.alpha
    let light = frames.source.video?.light
    let samples = frames.source.video?.samples
    if light != nil { try Self.checkLight(frames) }
    if alpha.separatesAlpha {
      try SplitAlphaError.check(frames.timing.schedule.frameRate, for: alpha)
    }
    timing =
      alpha == .mix
      ? VideoTiming(
        timeline: try frames.timeline.showingEachFrameTwice(), plays: plays,
        alternatesAlpha: true)
      : VideoTiming(timeline: frames.timeline, plays: plays)
    let timing = timing
    var options = options
    if alpha.separatesAlpha, options.bFrames == nil {
      // Players that combine colour and alpha take images in file order: one after another, or one
      // from each of two files.
      options.bFrames = 0
    }
    func encoding(
      _ shaping: ShapingPlan, _ options: VideoOptions, keepsLight: Bool
    ) throws(WritingError) -> VideoEncoding {
      try VideoEncoding.resolve(
        container: container, options: options, size: shaping.output,
        keepsAlpha: shaping.outputHasAlpha, timing: timing,
        light: keepsLight ? light : nil, samples: samples,
        room: MemoryNeed.room(options.maxMemory, frames.count, shaping, keepsLight: keepsLight),
        canReadTwice: true)
    }
    let settled = options
    func fits(
      _ shaping: ShapingPlan, keepsLight: Bool, _ change: (inout VideoOptions) -> Void = { _ in }
    ) -> Bool {
      var options = settled
      change(&options)
      return (try? encoding(shaping, options, keepsLight: keepsLight)) != nil
    }
    do {
      self.encoding = try encoding(frames.shaping, options, keepsLight: light != nil)
    } catch {
      guard case .pictureSize = error else { throw error }
      if light == nil {
        throw error.offering(FittingScale.find(frames) { fits($0, keepsLight: false) })
      }
      throw error.offering(
        KeptLightOffer(frames, settled, codecs: container.codecs, fits: fits))
    }
    isAlphaOpen = self.encoding.codesAlphaApart && options.alphaQuality == nil
    // Dither of GIFs does not count: their scores are not lower.
    measuresGrain =
      frames.source.kind != .gif && frames.source.frames.count > 1
      && self.encoding.dependsOnGrain(options)
    measuresEdges = self.encoding.keepsEdges
    // Frames that come from a video have already shared their chroma.
    openChroma =
      options.chroma == nil && frames.source.kind != .video && !alpha.separatesAlpha
      ? self.encoding.sharedChroma : nil
    outputs = try Self.outputs(output, self.encoding, frames.shaping)
  }

  /// Frames that keep high dynamic range stay unchanged and have no transparency.
  ///
  /// - Throws: ``PlanningError``; transparency is reported first, because only tone mapping removes
  ///   it.
  private static func checkLight(_ frames: PlayedFrames) throws {
    if frames.hasAlpha { throw PlanningError.lightHasAlpha }
    guard [.keep, .matte].contains(frames.shaping.alpha) else {
      throw PlanningError.lightBesideAlpha
    }
    if !frames.shaping.isIdentity { throw PlanningError.shapesLight }
  }

  /// The file, or the two of a pair.
  ///
  /// - Throws: ``PlanningError/pairNeedsFiles``.
  private static func outputs(
    _ output: AnimationOutput, _ encoding: VideoEncoding, _ shaping: ShapingPlan
  ) throws -> [Conversion.Plan.Output] {
    func planned(_ output: AnimationOutput, _ content: Conversion.Plan.Output.Content)
      -> Conversion.Plan.Output
    {
      Conversion.Plan.Output(
        output: output, content: content, size: encoding.codedSize,
        format: encoding.container.title, encoding: encoding)
    }
    guard shaping.alpha == .pair else { return [planned(output, .picture)] }
    guard case .file(let path) = output else { throw PlanningError.pairNeedsFiles }
    let pair = AlphaPair(of: path)
    return [planned(.file(pair.color), .picture), planned(.file(pair.alpha), .alpha)]
  }
}

extension AnimationTimeline {
  /// Every frame twice in a row, each time with its full duration.
  fileprivate func showingEachFrameTwice() throws -> AnimationTimeline {
    try AnimationTimeline(durations: durations.flatMap { [$0, $0] }, timebase: timebase)
  }
}
