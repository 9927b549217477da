internal import AnimPlay
internal import AnimTiming
internal import Reading
internal import Stages
internal import Writing

/// A request combined with its survey: the kind of output is decided, the player has set open
/// options, and every frame has its duration. It depends only on these two.
struct SettledConversion {
  private(set) var conversion: Conversion
  let kind: OutputKind
  let info: SourceInfo
  /// Delays, play order and schedule.
  let timing: Retimer
  /// Of all plays.
  let timeline: AnimationTimeline

  /// - Throws: ``ConversionError``.
  init(_ asked: Conversion, _ info: SourceInfo) throws {
    self.info = info
    let kind = try ConversionError.telling(file: asked.output.name, .planning) {
      try asked.settledKind
    }
    self.kind = kind
    let conversion = try ConversionError.telling(file: asked.output.name, .planning) {
      try Self.suited(asked, to: kind, info)
    }
    self.conversion = conversion
    let timing = try ConversionError.telling(file: asked.input.name, .retiming) {
      try Self.timing(of: conversion, kind, info)
    }
    self.timing = timing
    timeline = try ConversionError.telling(file: asked.input.name, .retiming) {
      try timing.timelineOfAllPlays
    }
  }

  /// This conversion with options that were chosen from its frames.
  func changed(_ change: (inout Conversion) -> Void) -> SettledConversion {
    var settled = self
    change(&settled.conversion)
    return settled
  }

  private static func suited(
    _ asked: Conversion, to kind: OutputKind, _ info: SourceInfo
  ) throws -> Conversion {
    var conversion = asked
    if info.kind == .animations {
      guard kind.isSheet else { throw PlanningError.joinsNothing(kind) }
      if let player = asked.playerAsset { throw PlanningError.playsOne(player) }
      if !asked.timing.keepsWholes { throw PlanningError.editsSeveral }
    }
    if info.kind.hasTimes, !info.kind.passesTimesOn, conversion.timing.schedule == nil,
      let rate = conversion.reading.frameRate
    {
      conversion.timing.schedule = .constant(rate)
    }
    conversion = try conversion.suited(to: conversion.playerAsset).suitedToSplitAlpha(kind)
    conversion = kind.definition.suited(conversion)
    try kind.definition.checkNumbers(conversion)
    if info.video?.light != nil, kind.container == nil { throw PlanningError.keepsNoLight(kind) }
    try conversion.checkEffect(on: kind, of: info, schedule: asked.timing.schedule)
    return conversion
  }

  private static func timing(
    of conversion: Conversion, _ kind: OutputKind, _ info: SourceInfo
  ) throws -> Retimer {
    if conversion.timing.edits.select == .key, info.video == nil {
      throw PlanningError.noKeyFrames(info.kind)
    }
    var options = conversion.timing
    if info.kind.passesTimesOn { options.delays = nil }
    do {
      return try Retimer(
        delays: info.frames.lazy.map(\.delay), defaultPolicy: info.defaultPolicy,
        options: options, isKey: info.isKey, clock: kind.definition.clock,
        storedTimebase: { kind.definition.storedTimebase(for: $0, conversion) })
    } catch let error as TimingError {
      if conversion.shaping.alpha?.separatesAlpha == true { throw SplitAlphaError.suited(error) }
      if let player = conversion.playerAsset, player.takesWholeRates,
        case .slotBudgetExceeded = error
      {
        throw PlayerAssetError.slotsOverBudget(error, player: player)
      }
      throw error
    }
  }

  /// The handling of dithering. Only a video has its own noise that resembles dithering, and a
  /// drawing has none.
  var undithering: Conversion.Undithering {
    guard conversion.allowsUndithering(to: kind) else { return .off }
    return (info.kind == .video || info.isVector) && conversion.undithering == .auto
      ? .off : conversion.undithering
  }

  /// The played and shaped frames, before any of them was examined.
  ///
  /// - Throws: ``ConversionError``.
  func frames(hasAlpha: Bool) throws -> PlayedFrames {
    var shaping = try ConversionError.telling(file: conversion.input.name, .shaping) {
      try ShapingPlan(
        conversion.shaping, source: info.size, hasAlpha: hasAlpha,
        defaultAlpha: kind.definition.defaultAlpha(conversion))
    }
    shaping.isVector = info.isVector
    return PlayedFrames(
      timing: timing, timeline: timeline, source: info, options: conversion.shaping,
      shaping: shaping, hasAlpha: hasAlpha)
  }

  /// Runs the planning of an output; errors about the input name the input.
  func planning<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as any StageFailure where error.stage == .reading || error.isAboutInput {
      throw ConversionError.wrapping(error, file: conversion.input.name, stage: .reading)
    } catch {
      throw ConversionError.wrapping(error, file: conversion.output.name, stage: .planning)
    }
  }
}

extension SourceInfo {
  /// Whether a frame is stored as a key frame.
  func isKey(_ frame: Int) -> Bool { video?.stored?.isKey[frame] == true }
}

extension Conversion.Timing {
  /// Whether every frame is shown once, in input order.
  fileprivate var keepsWholes: Bool {
    var others = edits
    others.speed = .normal
    return poster == nil && others == TimingEdits()
  }
}

extension StageFailure {
  /// Whether the input is unsuitable for the output.
  fileprivate var isAboutInput: Bool {
    if case .pictureSize? = self as? WritingError { true } else { false }
  }
}
