public import AnimTiming
public import Messages
internal import Raster
public import Reading
internal import Stages
package import Writing

/// Everything that a conversion will do, settled before the first pixel is converted: a value that
/// follows from the request, the survey and, where transparency, borders, equal frames or dither
/// decide, from looks at the frames.
///
/// Making the plan touches neither the source nor the disk: the looks were taken before.
public struct ConversionPlan: Sendable {
  /// The input as messages name it.
  public let inputName: String
  /// What is written.
  public let kind: OutputKind
  /// What the survey found.
  public let source: SourceInfo
  /// Delays, order of play and schedule.
  package let timing: Retimer
  /// Whether any pixel of any frame is transparent, as far as the output depends on it.
  public let hasAlpha: Bool
  /// Size and transparency.
  package let shaping: ShapingPlan
  /// What is written, in the words of its kind.
  package let content: any OutputPlan
  /// When each output frame starts and the output ends.
  public let timeline: Timeline
  /// Choices that a user should hear of once, as sentence parts.
  public private(set) var notes: [Message] = []

  /// Whether ``hasAlpha`` was seen and not only assumed.
  private let knowsAlpha: Bool

  /// - Parameters:
  ///   - frames: with the looks that the output wants.
  ///   - knowsAlpha: whether transparency was seen and not only assumed.
  /// - Throws: ``ConversionError``.
  init(_ settled: SettledConversion, _ frames: PlayedFrames, knowsAlpha: Bool) throws {
    let conversion = settled.conversion
    inputName = conversion.input.name
    kind = settled.kind
    source = settled.info
    timing = frames.timing
    timeline = frames.timeline
    hasAlpha = frames.hasAlpha
    self.knowsAlpha = knowsAlpha && frames.hasAlpha
    shaping = frames.shaping
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
      if var error = ConstraintCheck(foreseeable: conversion.constraints, of: self).error {
        error.keepsLight = source.video?.light != nil
        throw error
      }
    }
  }

  /// The files, or the folder, in the order in which they appear.
  public var outputs: [PlannedOutput] { content.outputs }

  /// What a player needs beside the pictures, and the code that plays them; nil without a player.
  package var asset: (any PlayerAsset)? { content.asset }

  /// Lines of code that play the output; nil where none are needed.
  public var code: String? { content.code }

  /// Output frames in all, every baked play included.
  public var frameCount: Int { timeline.count }

  /// Whether a transparent pixel is certain to be in the output: known of the input, and not
  /// cropped away.
  package var expectsTransparency: Bool {
    knowsAlpha && shaping.crop == PixelRect(source.size)
  }

  /// The source frames of one play, in the order of the output's frames.
  var sourceIndices: some RandomAccessCollection<Int> { timing.sourceIndices }
}
