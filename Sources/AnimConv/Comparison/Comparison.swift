public import AnimTiming
public import Raster
public import Reading

/// How an output differs from the animation that it was made of, frame by frame.
///
/// ```swift
/// let comparison = try await Comparison(of: "out.mp4", with: "in.gif")
/// print(comparison.ssim, comparison.worst.index, comparison.largestShift)
/// ```
///
/// Each frame of the output is compared with what the source shows in the middle of its time, on the
/// size of the output and on one background. Files of any tool can be compared. An output that shows
/// something else on purpose, such as another speed, is told to be different.
public struct Comparison: Sendable {
  /// What is compared, and how.
  public struct Options: Sendable {
    /// Limits and what to do about damage in the source.
    public var reading = ReadingOptions()
    /// The policy that makes durations of the source's delays; nil for the default of its kind.
    public var delays: DelayPolicy?
    /// What both lie on where they are transparent; white by default.
    public var matte = RGBColor.white
    /// Whether SSIMULACRA2 is measured, too, which takes longer than all other figures together.
    public var measuresSSIMULACRA2 = true
    /// Settings that were asked for by name; one that changes nothing is refused.
    package var asked: [AskedSetting] = []

    /// The defaults of conversions.
    public init() {}
  }

  /// What is known of each of both files.
  public struct Side: Sendable, Hashable {
    /// The format.
    public let kind: SourceKind
    /// Width and height of every frame, in pixels.
    public let size: PixelSize
    /// How many frames it has.
    public let frameCount: Int
    /// How long one play takes.
    public let total: RationalTime
    /// Bytes; nil when it has no single size.
    public let byteCount: Int64?

    init(_ animation: ComparedAnimation) {
      kind = animation.info.kind
      size = animation.info.size
      frameCount = animation.timeline.count
      total = animation.timeline.totalTime
      byteCount = animation.info.byteCount
    }
  }

  /// The animation that the output was made of.
  public let source: Side
  /// What was made of it.
  public let output: Side
  /// The survey of the output.
  package let outputInfo: SourceInfo
  /// On which size both were compared: that of the output, without a row or a column that was added
  /// to make its sides even.
  public let size: PixelSize
  /// Whether the source was scaled to it.
  public let isScaled: Bool
  /// Every frame of the output.
  public let frames: [FrameDifference]
  /// The largest distance of a frame's start in the output from the nearest start in the source.
  public let largestShift: RationalTime
  /// The mean of the frames' structural similarity.
  public let ssim: Double
  /// Over red, green and blue of all frames, in decibels; nil when all are equal.
  public let psnr: Double?
  /// Over luma of all frames, in decibels; nil when it is equal in all.
  public let lumaPSNR: Double?

  /// SSIMULACRA2 over all frames; nil when it was not asked for.
  public let ssimulacra2: SSIMULACRA2Summary?
  /// The same as libjxl's `ssimulacra2` finds it where a side is below 113 pixels; nil for others, as
  /// told at ``FrameDifference/libjxlSSIMULACRA2``.
  public let libjxlSSIMULACRA2: SSIMULACRA2Summary?

  /// The frame with the lowest structural similarity; the first of several.
  public var worst: FrameDifference { frames.min { $0.ssim < $1.ssim }! }

  /// The largest difference of alpha in any frame, of 255; nil where the output has no transparency.
  public var alphaError: Int? { frames.compactMap(\.alphaError).max() }
}

extension Comparison {
  /// Reads both files and compares them.
  ///
  /// - Parameter onFrame: called after each frame of the output, in order.
  /// - Throws: ``ConversionError``, also when the task is cancelled.
  /// - Complexity: decodes every frame of the output, and of the source what shows meanwhile; memory
  ///   holds a few pictures, and a hundred bytes or so of each frame.
  public init(
    of output: AnimationInput, with source: AnimationInput, options: Options = Options(),
    onFrame: (FrameDifference) -> Void = { _ in }
  ) async throws {
    let original = try await ComparedAnimation(
      source, reading: options.reading, delays: options.delays)
    try ConversionError.telling(file: source.name, .reading) {
      for setting in options.asked { try setting.checkEffect(onInspecting: original.info) }
    }
    let made = try await ComparedAnimation(
      output, reading: options.reading.withLimitsOnly, delays: nil)
    try await self.init(
      FrameComparing(
        made: made, original: original,
        placement: SourcePlacement(original.timeline, Array(0..<original.timeline.count)),
        scoresFrames: options.measuresSSIMULACRA2
      ) { try FrameRuler(source: original.info, output: made.info, matte: options.matte) },
      onFrame: onFrame)
  }

  /// Compares what a conversion has written with what it was to show: with the source's frames as they
  /// were cut, reversed, repeated and sped up, cropped, scaled, padded and flattened.
  ///
  /// ```swift
  /// let report = try await Converter(conversion).run()
  /// let comparison = try await Comparison(of: "out.mp4", made: conversion, plan: report.plan)
  /// ```
  ///
  /// A second pass that decodes both once more: the source has been let go of when an output is read
  /// back, so that its memory is free.
  ///
  /// - Parameters:
  ///   - output: what was written; of a video with alpha in a second file, the file with the colours.
  ///   - conversion: what was asked for. Its input must be readable a second time.
  ///   - plan: of its ``ConversionReport``.
  ///   - onFrame: called after each frame of the output, in order.
  /// - Throws: ``ConversionError``, also when the task is cancelled.
  /// - Complexity: that of ``init(of:with:options:onFrame:)``.
  public init(
    of output: AnimationInput, made conversion: Conversion, plan: ConversionPlan,
    onFrame: (FrameDifference) -> Void = { _ in }
  ) async throws {
    try await self.init(
      of: output, made: conversion, plan: plan, measuresSSIMULACRA2: true, onFrame: onFrame)
  }

  /// The same for searches that need no SSIMULACRA2, which takes longer than all other figures together.
  package init(
    of output: AnimationInput, made conversion: Conversion, plan: ConversionPlan,
    measuresSSIMULACRA2: Bool, onFrame: (FrameDifference) -> Void = { _ in }
  ) async throws {
    let original = try await ComparedAnimation(
      conversion.input, reading: conversion.readingForOutput, delays: plan.timing.policy)
    let made = try await ComparedAnimation(
      output, reading: conversion.reading.withLimitsOnly, delays: nil)
    let sequence = plan.timing.sequence
    try await self.init(
      FrameComparing(
        made: made, original: original,
        placement: SourcePlacement(sequence.timeline, sequence.sourceIndices),
        scoresFrames: measuresSSIMULACRA2
      ) { try FrameRuler(shaping: plan.shaping, output: made.info) }, onFrame: onFrame)
  }

  private init(_ comparing: FrameComparing, onFrame: (FrameDifference) -> Void) async throws {
    let found = try await comparing.run(onFrame: onFrame)
    source = Side(comparing.original)
    output = Side(comparing.made)
    outputInfo = comparing.made.info
    size = found.size
    isScaled = found.isScaled
    frames = found.frames
    largestShift = found.largestShift
    ssim = frames.reduce(0) { $0 + $1.ssim } / Double(frames.count)
    ssimulacra2 = Self.summary(frames, \.ssimulacra2)
    libjxlSSIMULACRA2 = Self.summary(frames, \.libjxlSSIMULACRA2)
    psnr = found.errors.colorPSNR
    lumaPSNR = found.errors.lumaPSNR
  }

  /// Nil when frames have no such score.
  private static func summary(
    _ frames: [FrameDifference], _ score: (FrameDifference) -> Double?
  ) -> SSIMULACRA2Summary? {
    let scores = frames.compactMap { frame in score(frame).map { ($0, frame.duration) } }
    return scores.isEmpty ? nil : SSIMULACRA2Summary(scores)
  }
}

extension ReadingOptions {
  /// For another file than the one that all of them were meant for, which may be as large.
  package var withLimitsOnly: ReadingOptions {
    var options = ReadingOptions()
    options.limits = limits
    return options
  }
}
