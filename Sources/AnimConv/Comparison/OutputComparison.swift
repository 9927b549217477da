internal import AnimPlay
public import AnimTiming
public import Raster
public import Reading
internal import Threads

/// The differences between an output and its source, frame by frame.
///
/// ```swift
/// let comparison = try await Comparison(of: "out.mp4", with: "in.gif")
/// print(comparison.ssim, comparison.worst.index, comparison.largestShift)
/// ```
///
/// Each frame of the output is compared with the frame that the source shows in the middle of its
/// duration, at the output's size and on one background. The files may come from any tool. Intended
/// differences, such as another speed, count as differences.
public struct OutputComparison: Sendable {
  /// The inputs of a comparison and its options.
  public struct Options: Sendable {
    /// Limits and the handling of damage in the source.
    public var reading = ReadingOptions()
    /// The policy that turns the source's delays into durations; nil for the default of its kind.
    public var delays: DelayPolicy?
    /// The background where frames are transparent; white by default.
    public var matte = RGBColor.white
    /// Whether to measure SSIMULACRA2 as well. It takes longer than all other figures together.
    public var measuresSSIMULACRA2 = true
    /// Settings that were given by name. A setting without effect is refused.
    package var asked: [AskedSetting] = []

    /// The same defaults as for conversions.
    public init() {}
  }

  /// Facts about one of the two files.
  public struct Side: Sendable, Hashable {
    /// The format.
    public let kind: InputKind
    /// Width and height of every frame, in pixels.
    public let size: PixelSize
    /// The number of frames.
    public let frameCount: Int
    /// The duration of one play.
    public let total: RationalTime
    /// The size in bytes; nil if it has no single size.
    public let byteCount: Int64?

    init(_ animation: ComparedAnimation) {
      kind = animation.info.kind
      size = animation.info.size
      frameCount = animation.timeline.count
      total = animation.timeline.totalTime
      byteCount = animation.info.byteCount
    }
  }

  /// The source animation.
  public let source: Side
  /// The output.
  public let output: Side
  /// The survey of the output.
  package let outputInfo: SourceInfo
  /// The size at which both were compared: the output's size, without a row or column that was
  /// added to make its sides even.
  public let size: PixelSize
  /// Whether the source was scaled to that size.
  public let isScaled: Bool
  /// Every frame of the output.
  public let frames: [OutputComparison.FrameDifference]
  /// The largest distance between a frame's start in the output and the nearest start in the
  /// source.
  public let largestShift: RationalTime
  /// The mean structural similarity of all frames.
  public let ssim: Double
  /// PSNR over red, green and blue of all frames, in decibels; nil if all are identical.
  public let psnr: Double?
  /// PSNR over luma of all frames, in decibels; nil if luma is identical everywhere.
  public let lumaPSNR: Double?

  /// SSIMULACRA2 over all frames; nil if it was not requested.
  public let ssimulacra2: OutputComparison.SSIMULACRA2?
  /// The score of libjxl's `ssimulacra2` for frames with a side below 113 pixels; nil for others,
  /// see ``OutputComparison/FrameDifference/libjxlSSIMULACRA2``.
  public let libjxlSSIMULACRA2: OutputComparison.SSIMULACRA2?

  /// The frame with the lowest structural similarity; the first if there are several.
  public var worst: OutputComparison.FrameDifference { frames.min { $0.ssim < $1.ssim }! }

  /// The largest difference of alpha in any frame, out of 255; nil if the output has no
  /// transparency.
  public var alphaError: Int? { frames.compactMap(\.alphaError).max() }
}

extension OutputComparison {
  /// Reads both files and compares them.
  ///
  /// - Parameter onFrame: called after each frame of the output, in order.
  /// - Throws: ``ConversionError``, also when the task is cancelled.
  /// - Complexity: decodes every frame of the output, and the frames that the source shows during
  ///   that time. Memory holds a few frames, and about a hundred bytes for each further frame.
  public init(
    of output: AnimationInput, with source: AnimationInput, options: Options = Options(),
    onFrame: (OutputComparison.FrameDifference) -> Void = { _ in }
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

  /// Compares a conversion's output with the expected frames: the source's frames after cutting,
  /// reversing, repeating, speeding up, cropping, scaling, padding and flattening.
  ///
  /// ```swift
  /// let report = try await Converter(conversion).run()
  /// let comparison = try await Comparison(of: "out.mp4", made: conversion, plan: report.plan)
  /// ```
  ///
  /// This is a second pass that decodes both files again. The source is already closed when an
  /// output is read back, so that its memory is free.
  ///
  /// - Parameters:
  ///   - output: the written output; for a video with alpha in a second file, the file with the
  ///     colours.
  ///   - conversion: the request. Its input must be readable a second time.
  ///   - plan: the plan from its ``Conversion/Report``.
  ///   - onFrame: called after each frame of the output, in order.
  /// - Throws: ``ConversionError``, also when the task is cancelled.
  /// - Complexity: that of ``init(of:with:options:onFrame:)``.
  public init(
    of output: AnimationInput, made conversion: Conversion, plan: Conversion.Plan,
    onFrame: (OutputComparison.FrameDifference) -> Void = { _ in }
  ) async throws {
    try await self.init(
      of: output, made: conversion, plan: plan, measuresSSIMULACRA2: true, onFrame: onFrame)
  }

  /// A faster variant for sweeps, without SSIMULACRA2.
  package init(
    of output: AnimationInput, made conversion: Conversion, plan: Conversion.Plan,
    measuresSSIMULACRA2: Bool, onFrame: (OutputComparison.FrameDifference) -> Void = { _ in }
  ) async throws {
    let original = try await ComparedAnimation(
      conversion.input.open(options: conversion.readingForOutput), name: conversion.input.name,
      in: plan)
    let made = try await ComparedAnimation(
      output, reading: conversion.reading.withLimitsOnly, delays: nil)
    try await self.init(
      Self.comparing(made, original, plan, measuresSSIMULACRA2: measuresSSIMULACRA2),
      onFrame: onFrame)
  }

  /// Compares within a conversion, with sources that are already open.
  ///
  /// - Parameters:
  ///   - output: what was written.
  ///   - source: positioned at any frame, before and after.
  init(
    of output: any FrameSource, name: String, source: any FrameSource, _ conversion: Conversion,
    _ plan: Conversion.Plan, measuresSSIMULACRA2: Bool, _ cancellation: CancellationFlag
  ) throws {
    let comparing = Self.comparing(
      try ComparedAnimation(output, name: name, delays: nil),
      try ComparedAnimation(source, name: conversion.input.name, in: plan),
      plan, measuresSSIMULACRA2: measuresSSIMULACRA2)
    self.init(comparing, try comparing.compare(cancellation))
  }

  private static func comparing(
    _ made: ComparedAnimation, _ original: ComparedAnimation, _ plan: Conversion.Plan,
    measuresSSIMULACRA2: Bool
  ) -> FrameComparing {
    let sequence = plan.timing.sequence
    return FrameComparing(
      made: made, original: original,
      placement: SourcePlacement(sequence.timeline, sequence.sourceIndices),
      scoresFrames: measuresSSIMULACRA2
    ) { try FrameRuler(shaping: plan.shaping, output: made.info) }
  }

  private init(_ comparing: FrameComparing, onFrame: (OutputComparison.FrameDifference) -> Void)
    async throws
  {
    self.init(comparing, try await comparing.run(onFrame: onFrame))
  }

  private init(_ comparing: FrameComparing, _ found: FrameComparing.Found) {
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

  /// Nil if frames have no such score.
  private static func summary(
    _ frames: [OutputComparison.FrameDifference],
    _ score: (OutputComparison.FrameDifference) -> Double?
  ) -> OutputComparison.SSIMULACRA2? {
    let scores = frames.compactMap { frame in score(frame).map { ($0, frame.duration) } }
    return scores.isEmpty ? nil : OutputComparison.SSIMULACRA2(scores)
  }
}

extension ReadingOptions {
  /// These options with only their limits on pictures, for reading another file that may have as
  /// many.
  package var withLimitsOnly: ReadingOptions {
    var options = ReadingOptions()
    options.limits = limits
    options.limits.maxInputBytes = .max
    return options
  }
}
