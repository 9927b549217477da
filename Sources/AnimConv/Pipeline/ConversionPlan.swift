public import AnimTiming
internal import SystemPackage

/// Everything that a conversion will do, settled before the first pixel is converted: a pure value
/// of request and survey.
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
  /// The files, in the order in which they appear.
  public let outputs: [PlannedOutput]
  /// Choices that a user should hear of once, as sentence parts.
  public let notes: [String]

  /// What the encoders are told of the time.
  let videoSchedule: VideoSchedule
  /// Whether ``hasAlpha`` was seen and not only assumed.
  private let knowsAlpha: Bool

  /// Output frames in all, every baked play included.
  public var frameCount: Int { videoSchedule.timeline.count }
  /// When each output frame starts and the output ends.
  public var timeline: Timeline { videoSchedule.timeline }

  /// Whether a transparent pixel is certain to be in the output: known of the input, and not
  /// cropped away.
  var expectsTransparency: Bool { knowsAlpha && shaping.crop == PixelRect(source.size) }

  /// The source frames of one play, in the order of the output's frames.
  var sourceIndices: some RandomAccessCollection<Int> { timing.sourceIndices }

  /// - Parameters:
  ///   - source: freshly opened or at frame 0, where it is left.
  ///   - assumingAlpha: takes transparency for granted, whatever the survey says.
  /// - Throws: ``ConversionError``.
  init(
    _ conversion: Conversion, source: any FrameSource, assumingAlpha: Bool = false
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

    let container = try wrapping(file: outputName, .planning) {
      try Self.container(of: conversion)
    }
    let timing = try wrapping(file: inputName, .retiming) {
      var options = conversion.timing
      if info.kind.hasTimes, options.schedule == .variable, let rate = conversion.reading.frameRate
      {
        options.schedule = .constant(rate)
      }
      return try Retimer(
        delays: info.frames.lazy.map(\.delay), defaultPolicy: info.defaultPolicy,
        options: options, storedTimebase: container.storedTimebase)
    }
    self.timing = timing
    let schedule = try wrapping(file: inputName, .retiming) {
      VideoSchedule(
        timeline: try timing.timelineOfAllPlays, plays: timing.schedule.plays,
        changedPermille: info.changedPermille)
    }
    videoSchedule = schedule

    let codec = conversion.video.codec ?? container.codecs[0]
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
    let shaping = try wrapping(file: inputName, .shaping) {
      try ShapingPlan(
        conversion.shaping, source: info.size, hasAlpha: hasAlpha,
        defaultAlpha: codec.supportsAlpha ? .keep : .matte)
    }
    self.shaping = shaping

    outputs = try wrapping(file: outputName, .writing) {
      let encoding: VideoEncoding
      do {
        encoding = try VideoEncoding.resolve(
          container: container, options: conversion.video, size: shaping.output,
          keepsAlpha: shaping.outputHasAlpha, schedule: schedule)
      } catch let error as WritingError {
        guard case .pictureSize = error else { throw error }
        // It is the input that has this size.
        throw ConversionError.wrapping(error, file: inputName, stage: .writing)
      }
      return try Self.outputs(of: conversion, shaping: shaping).map {
        PlannedOutput(output: $0.0, content: $0.1, encoding: encoding)
      }
    }
    notes = Self.describeChoices(
      info: info, timing: timing, hasAlpha: hasAlpha, shaping: shaping,
      encoding: outputs[0].encoding)
  }

  /// The container that was asked for or that the output's extension names.
  private static func container(of conversion: Conversion) throws -> VideoContainer {
    if let container = conversion.container { return container }
    guard case .file(let path) = conversion.output else {
      throw PlanningError.containerUnknown(fileExtension: nil)
    }
    let fileExtension = path.extension?.lowercased()
    guard let container = fileExtension.flatMap(VideoContainer.init(fileExtension:)) else {
      throw PlanningError.containerUnknown(fileExtension: fileExtension)
    }
    return container
  }

  private static func outputs(
    of conversion: Conversion, shaping: ShapingPlan
  ) throws -> [(Output, PlannedOutput.Content)] {
    guard shaping.alpha == .pair else { return [(conversion.output, .picture)] }
    guard case .file(let path) = conversion.output else { throw PlanningError.pairNeedsFiles }
    let paths = paths(for: path, alpha: .pair)
    return [(.file(paths[0]), .picture), (.file(paths[1]), .alpha)]
  }

  /// The files that an output consists of: itself, and for a pair `NAME-alpha.EXTENSION` beside it.
  static func paths(for path: FilePath, alpha: AlphaMode?) -> [FilePath] {
    guard alpha == .pair, let stem = path.stem else { return [path] }
    let name = path.extension.map { "\(stem)-alpha.\($0)" } ?? "\(stem)-alpha"
    return [path, path.removingLastComponent().appending(name)]
  }
}
