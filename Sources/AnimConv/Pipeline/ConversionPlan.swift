public import AnimTiming
internal import Atlases
internal import OutputFiles
internal import Raster
public import Reading
internal import Stages
internal import SystemPackage
internal import Writing

/// Everything that a conversion will do, settled before the first pixel is converted: a value that
/// follows from the request, the survey and, where transparency, borders or equal frames decide,
/// from a look at the frames. Planning then decodes them, and leaves the source at its first frame.
public struct ConversionPlan: Sendable {
  /// The input as messages name it.
  public let inputName: String
  /// What the survey found.
  public let source: SourceInfo
  /// Delays, order of play and schedule.
  public let timing: Retimer
  /// Whether any pixel of any frame is transparent, as far as the output depends on it.
  public let hasAlpha: Bool
  /// Size and transparency.
  public let shaping: ShapingPlan
  /// What is written, by its kind.
  public let content: OutputPlan
  /// The files, or the folder, in the order in which they appear.
  public let outputs: [PlannedOutput]
  /// Choices that a user should hear of once, as sentence parts.
  public let notes: [String]

  /// When each output frame starts and the output ends.
  public let timeline: Timeline

  /// Whether ``hasAlpha`` was seen and not only assumed.
  private let knowsAlpha: Bool

  /// Output frames in all, every baked play included.
  public var frameCount: Int { timeline.count }

  /// Whether a transparent pixel is certain to be in the output: known of the input, and not
  /// cropped away.
  var expectsTransparency: Bool { knowsAlpha && shaping.crop == PixelRect(source.size) }

  /// The source frames of one play, in the order of the output's frames.
  var sourceIndices: some RandomAccessCollection<Int> { timing.sourceIndices }

  /// - Parameters:
  ///   - source: freshly opened or at frame 0, where it is left.
  ///   - assumingAlpha: takes transparency for granted, whatever the survey says.
  ///   - onLook: called for each frame that a layout has to see; throws when it is to end.
  /// - Throws: ``ConversionError``.
  init(
    _ conversion: Conversion, source: any FrameSource, assumingAlpha: Bool = false,
    onLook: @escaping () throws -> Void = {}
  ) throws {
    let info = source.info
    let inputName = conversion.input.name
    let outputName = conversion.output.name
    self.inputName = inputName
    self.source = info

    func wrapping<Value>(
      file: String?, _ stage: Stage, _ body: () throws -> Value
    ) throws -> Value {
      do { return try body() } catch {
        throw ConversionError.wrapping(error, file: file, stage: stage)
      }
    }

    let kind = try wrapping(file: outputName, .planning) { try Self.kind(of: conversion) }
    let conversion = try wrapping(file: outputName, .planning) {
      var conversion = conversion
      let askedSchedule = conversion.timing.schedule
      if info.kind.hasTimes, conversion.timing.schedule == nil,
        let rate = conversion.reading.frameRate
      {
        conversion.timing.schedule = .constant(rate)
      }
      conversion = try conversion.suited(to: conversion.player).suitedToSplitAlpha(kind)
      try conversion.checkEffect(on: kind, of: info, schedule: askedSchedule)
      return conversion
    }
    let timing = try wrapping(file: inputName, .retiming) {
      do {
        return try Retimer(
          delays: info.frames.lazy.map(\.delay), defaultPolicy: info.defaultPolicy,
          options: conversion.timing,
          storedTimebase: { conversion.storedTimebase(for: $0, kind: kind) })
      } catch let error as TimingError {
        if conversion.shaping.alpha?.separatesAlpha == true { throw SplitAlphaError.suited(error) }
        if let player = conversion.player, player.takesWholeRates,
          case .slotBudgetExceeded = error
        {
          throw PlayerAssetError.slotsOverBudget(error, player: player)
        }
        throw error
      }
    }
    self.timing = timing
    let timeline = try wrapping(file: inputName, .retiming) { try timing.timelineOfAllPlays }
    self.timeline = timeline

    func plan(hasAlpha: Bool) throws -> (ShapingPlan, OutputPlan, [PlannedOutput]) {
      let shaping = try wrapping(file: inputName, .shaping) {
        try ShapingPlan(
          conversion.shaping, source: info.size, hasAlpha: hasAlpha,
          defaultAlpha: conversion.defaultAlpha(for: kind))
      }
      let frames = PlayedFrames(
        timing: timing, timeline: timeline, plays: info.plays,
        options: conversion.shaping, shaping: shaping, hasAlpha: hasAlpha, source: source,
        onLook: onLook)
      do {
        let (content, outputs) = try Self.content(
          conversion, kind, frames, plays: timing.schedule.plays)
        return (shaping, content, outputs)
      } catch let error as any StageFailure where error.stage == .reading || error.isAboutInput {
        throw ConversionError.wrapping(error, file: inputName, stage: .reading)
      } catch {
        throw ConversionError.wrapping(error, file: outputName, stage: .planning)
      }
    }
    // A picture that is too much for the encoder without alpha is too much with it: nothing needs
    // to be decoded to know.
    if info.alpha == .possible, case .video = kind { _ = try plan(hasAlpha: false) }

    let hasAlpha = try wrapping(file: inputName, .reading) {
      switch info.alpha {
      case _ where assumingAlpha: true
      case .absent: false
      case .present: true
      case .possible: try source.detectAlpha()
      }
    }
    self.hasAlpha = hasAlpha
    knowsAlpha = hasAlpha && !assumingAlpha
    let (shaping, content, outputs) = try plan(hasAlpha: hasAlpha)
    try wrapping(file: outputName, .planning) {
      try shaping.checkMatte(conversion.askedSettings)
    }
    (self.shaping, self.content, self.outputs) = (shaping, content, outputs)
    notes =
      shaping.noteOfMatte(conversion.askedSettings)
      + Self.describeChoices(
        info: info, timing: timing, shaping: shaping, content: content,
        asset: Self.asset(of: content))
    try wrapping(file: inputName, .planning) {
      if let error = ConstraintCheck(foreseeable: conversion.constraints, of: self).error {
        throw error
      }
    }
  }

  /// Plans what is particular to the kind of output.
  private static func content(
    _ conversion: Conversion, _ kind: OutputKind, _ frames: PlayedFrames, plays: Int
  ) throws -> (OutputPlan, [PlannedOutput]) {
    switch kind {
    case .video(let container):
      let plan = try VideoPlan(
        container: container, options: conversion.video, frames: frames, plays: plays)
      let (count, limit) = (plan.schedule.timeline.count, conversion.timing.maxOutputFrames)
      if count > limit { throw TimingError.tooManyOutputFrames(frames: count, limit: limit) }
      return (.video(plan), try plan.outputs(conversion.output, shaping: frames.shaping))
    case .sheet:
      guard case .file(let path) = conversion.output else { throw PlanningError.needsFiles(kind) }
      let plan = try SheetPlan(
        frames, path: path, options: conversion.sheet, player: conversion.player)
      return (.sheet(plan), plan.outputs(beside: path))
    case .imageSet:
      guard case .file(let path) = conversion.output else { throw PlanningError.needsFiles(kind) }
      let plan = try ImageSetPlan(
        frames, path: path, sheet: conversion.sheet, names: conversion.imageSet)
      return (.imageSet(plan), plan.outputs(conversion.output))
    case .frameFolder, .ugoira:
      guard case .file = conversion.output else { throw PlanningError.needsFiles(kind) }
      let plan = try FramesPlan(
        frames, options: conversion.frames, isArchive: kind == .ugoira,
        player: conversion.player)
      return (.frames(plan), plan.outputs(conversion.output))
    }
  }

  /// The kind that was asked for or that the output's name tells.
  static func kind(of conversion: Conversion) throws -> OutputKind {
    guard let player = conversion.player else {
      let kind = try namedKind(of: conversion)
      if kind == .imageSet { throw PlanningError.needsPlayer(kind) }
      return kind
    }
    let needed = player.outputKind
    let isNamed = conversion.kind != nil || needed == .sheet
    if !isNamed, case .file(let path) = conversion.output, path.extension == nil { return needed }
    let kind = try namedKind(of: conversion)
    let isFolder = needed == .imageSet && kind == .frameFolder
    guard kind == needed || isFolder else { throw PlanningError.kindOfPlayer(kind, player) }
    return needed
  }

  private static func namedKind(of conversion: Conversion) throws -> OutputKind {
    if let kind = conversion.kind { return kind }
    guard case .file(let path) = conversion.output else {
      throw PlanningError.containerUnknown(fileExtension: nil)
    }
    let fileExtension = path.extension?.lowercased()
    if let kind = fileExtension.flatMap(OutputKind.init(fileExtension:)) { return kind }
    if FileStatus(of: path, followingLinks: true)?.isFolder == true { return .frameFolder }
    throw PlanningError.containerUnknown(fileExtension: fileExtension)
  }
}

extension Conversion {
  /// The unit in which the output stores the boundaries of a timeline whose own unit is `timebase`;
  /// `timebase` itself when it can hold them exactly.
  fileprivate func storedTimebase(for timebase: Timebase, kind: OutputKind) -> Timebase {
    switch kind {
    case .video(let container): container.storedTimebase(for: timebase)
    case .sheet:
      sheet.decided.data.contains(where: \.countsMilliseconds) ? .milliseconds : timebase
    case .imageSet: timebase
    case .frameFolder, .ugoira:
      FramesPlan.storedTimebase(
        for: timebase, options: frames, isArchive: kind == .ugoira, player: player)
    }
  }

  /// What becomes of transparency when that is not said.
  fileprivate func defaultAlpha(for kind: OutputKind) -> AlphaMode {
    let writesFrames = kind == .frameFolder || kind == .ugoira
    if writesFrames, frames.format == .jpeg { return .matte }
    guard case .video(let container) = kind else { return .keep }
    return (video.codec ?? container.codecs[0]).supportsAlpha ? .keep : .matte
  }
}

extension StageFailure {
  /// Whether it is the input that does not suit the output.
  fileprivate var isAboutInput: Bool {
    if case .pictureSize? = self as? WritingError { true } else { false }
  }
}
