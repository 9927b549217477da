internal import AnimPlay
public import AnimTiming
public import Messages
internal import Raster
public import Reading
internal import Stages
package import Writing

extension Conversion {
  /// Everything that a conversion will do, decided before the first pixel is converted. The plan
  /// follows from the request, the survey and, if transparency, borders, identical frames or
  /// dithering matter, from examining frames.
  ///
  /// Making the plan touches neither the source nor the disk, because the frames were examined
  /// before.
  public struct Plan: Sendable {
    /// The input's name in messages.
    public let inputName: String
    /// What is written.
    public let kind: OutputKind
    /// What the survey found.
    public let source: SourceInfo
    /// Delays, play order and schedule.
    package let timing: Retimer
    /// Whether any pixel of any frame is transparent, if the output depends on it.
    public let hasAlpha: Bool
    /// Size and transparency.
    package let shaping: ShapingPlan
    /// The output's part of the plan, which depends on its kind.
    package let content: any OutputPlan
    /// The start of each output frame, and the end of the output.
    public let timeline: AnimationTimeline
    /// Choices that a user should be told once, as sentence parts.
    public private(set) var notes: [ConversionMessage] = []

    /// The estimated peak memory of the conversion, in addition to what the process takes anyway.
    package let memory: MemoryAccount
    /// The bytes that the conversion may take according to ``VideoOptions/maxMemory``.
    package let allowedMemory: Int

    /// Whether ``hasAlpha`` was observed rather than assumed.
    private let knowsAlpha: Bool

    /// - Parameters:
    ///   - frames: with the properties that the output needs.
    ///   - knowsAlpha: whether transparency was observed rather than assumed.
    /// - Throws: ``ConversionError``.
    init(
      _ settled: SettledConversion, _ frames: PlayedFrames, knowsAlpha: Bool, memory: MemoryAccount
    ) throws {
      let conversion = settled.conversion
      inputName = conversion.input.name
      kind = settled.kind
      source = settled.info
      timing = frames.timing
      timeline = frames.timeline
      hasAlpha = frames.hasAlpha
      self.knowsAlpha = knowsAlpha && frames.hasAlpha
      shaping = frames.shaping
      self.memory = memory
      allowedMemory = conversion.video.maxMemory
      content = try settled.planning {
        try settled.kind.definition.plan(conversion, frames)
      }
      try ConversionError.telling(file: conversion.output.name, .planning) {
        if !content.blendsEdges { try shaping.checkMatte(conversion.askedSettings) }
      }
      notes =
        shaping.noteOfMatte(conversion.askedSettings)
        + conversion.notesOfUndithering(to: kind, shaping) + conversion.notesOfPoster(timing)
        + conversion.notesOfSelection
        + describeChoices()
      try ConversionError.telling(file: conversion.input.name, .planning) {
        if var error = MediaConstraint.Check(foreseeable: conversion.constraints, of: self).error {
          error.keepsLight = source.video?.light != nil
          throw error
        }
      }
    }

    /// The files, or the folder, in the order in which they appear.
    public var outputs: [Conversion.Plan.Output] { content.outputs }

    /// The player's extra files, with the code that plays them; nil without a player.
    package var asset: (any PlayerAssetFiles)? { content.asset }

    /// Code that plays the output; nil if none is needed.
    public var code: String? { content.code }

    /// Number of output frames, including repeated plays.
    public var frameCount: Int { timeline.count }

    /// Whether a transparent pixel in the output is certain: observed in the input and not cropped
    /// away.
    package var expectsTransparency: Bool {
      knowsAlpha && shaping.crop == PixelRect(source.size)
    }

    /// The source frames of one play, in the order of the output's frames.
    var sourceIndices: some RandomAccessCollection<Int> { timing.sourceIndices }
  }
}
