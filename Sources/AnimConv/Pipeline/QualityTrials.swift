internal import AnimPlay
internal import CLibrary
internal import Reading
internal import Stages
internal import Threads

/// Runs a conversion until its output is just good enough.
struct QualityTrials {
  private(set) var conversion: Conversion
  let target: Conversion.QualityTarget
  let job: ConversionJob
  /// Opens the output of a try.
  let open: (AnimationInput, ReadingOptions) throws -> any FrameSource
  let onTry: (Conversion.Try) -> Void

  /// Only the best try is kept; its receiver discards it.
  ///
  /// - Throws: ``ConversionError`` with ``QualityTargetError`` if nothing is good enough; before
  ///   the first try, if the chroma of the output or its best quality rules it out.
  func run(_ read: any FrameSource) throws -> (best: WrittenConversion, tries: [Conversion.Try]) {
    let source = try held(read)
    let plan = try job.planner(for: conversion).plan(source)
    var scale = try ConversionError.telling(file: conversion.output.name, .planning) {
      try self.scale(plan, source)
    }
    let ceiling = try ceiling(plan, source)
    var settled = self
    settled.conversion = try suited(plan, ceiling)
    if let exact = try settled.exactChoice(plan, best: scale.choices[0], source, ceiling?.score) {
      scale = ([exact], 0)
    }
    let isSharpened = settled.conversion.video.chroma == .sharp && plan.content.chroma != .sharp
    return try settled.search(scale, source, notes: isSharpened ? ["sharp chroma"] : [])
  }

  /// - Parameter notes: further changes of every try.
  private func search(
    _ scale: (choices: [SizeChoice], start: Int), _ source: any FrameSource, notes: [String]
  ) throws -> (best: WrittenConversion, tries: [Conversion.Try]) {
    var search = QualitySearch(
      falls: falls(scale.choices), start: scale.start, goal: goal(target.least))
    var kept: [Int: WrittenConversion] = [:]
    defer { for result in kept.values { result.delivery.discard() } }
    var tries: [Conversion.Try] = []
    while let choice = search.next {
      var changed = conversion
      scale.choices[choice].apply(&changed)
      var reading: (any FrameSource)? = source
      let result = try job.convert(changed, &reading)
      kept[search.tries.count] = result
      let score = try score(of: result, source)
      search.note(score: goal(score), byteCount: result.byteCount)
      let entry = Conversion.Try(
        number: tries.count + 1, changes: [scale.choices[choice].title] + notes,
        byteCount: result.byteCount, fits: score >= target.least,
        score: Conversion.QualityTarget(score, target.measure))
      tries.append(entry)
      onTry(entry)
      // Only a try that may become the result is kept.
      for index in kept.keys where index != search.best {
        kept.removeValue(forKey: index)?.delivery.discard()
      }
    }
    guard let best = search.best, let result = kept.removeValue(forKey: best) else {
      throw ConversionError.wrapping(
        QualityTargetError.unreachable(target, best: tries.compactMap(\.score?.least).max()!),
        file: conversion.output.name, stage: .checking)
    }
    return (result, tries)
  }

  /// The frames in memory, if they fit, so that each is decoded once for all tries.
  private func held(_ source: any FrameSource) throws -> any FrameSource {
    if conversion.input.isCustom || source is any SampleSource || source is any WideSource {
      return source
    }
    let held = try ConversionError.telling(file: conversion.input.name, .reading) {
      try HeldFrames.of(source, name: conversion.input.name, job.cancellation)
    }
    return held?.makeSource() ?? source
  }

  /// All qualities from the best to the worst, and the index of the requested one.
  private func scale(
    _ plan: Conversion.Plan, _ source: any FrameSource
  ) throws -> (choices: [SizeChoice], start: Int) {
    guard !plan.shaping.alpha.separatesAlpha else {
      throw QualityTargetError.separateAlpha(plan.shaping.alpha.setting)
    }
    guard let best = plan.content.bestQuality(conversion) else {
      throw QualityTargetError.noQuality(kind: plan.kind.title)
    }
    let lower = Set(plan.content.qualities(conversion).map(\.title))
    var improved = conversion
    best.apply(&improved)
    let all = try job.planner(for: improved).plan(source)
    let choices = [best] + all.content.qualities(improved)
    return (choices, max(0, choices.count { !lower.contains($0.title) } - 1))
  }

  /// The expected fall of the score from the first choice to each choice, in the unit of
  /// ``goal(_:)``: 26 points of SSIMULACRA2 if the size of a video falls by a factor of e, and 0.6
  /// for each step of an image's quality. Four points correspond to about one decibel of SSIM.
  private func falls(_ choices: [SizeChoice]) -> [Double] {
    let knowsSizes = choices.contains { $0.logSize != nil }
    return choices.enumerated().map { place, choice in
      let points = knowsSizes ? -26 * (choice.logSize ?? 0) : 0.6 * Double(place)
      return target.measure == .ssim ? points / 4 : points
    }
  }

  /// A score on a scale with visually equal steps: SSIM in decibels.
  private func goal(_ score: Double) -> Double {
    switch target.measure {
    case .ssimulacra2: score
    case .ssim: -10 * log10(max(1 - score, 1e-9))
    }
  }

  private func score(of result: WrittenConversion, _ source: any FrameSource) throws -> Double {
    let comparison = try ConversionError.telling(file: conversion.output.name, .checking) {
      try result.compared(
        with: source, conversion, measuresSSIMULACRA2: target.measure == .ssimulacra2,
        job.cancellation, open)
    }
    switch target.measure {
    case .ssimulacra2: return comparison.ssimulacra2!.p10
    case .ssim: return comparison.ssim
    }
  }

  /// The change that keeps every pixel, if the best quality is not good enough; nil if it may be,
  /// or if that is not known.
  ///
  /// - Parameter ceiling: of shared chroma; nil if it is not shared, or not known.
  /// - Throws: an error if the best quality is not good enough and the output has no exact one.
  private func exactChoice(
    _ plan: Conversion.Plan, best: SizeChoice, _ source: any FrameSource, _ ceiling: Double?
  ) throws -> SizeChoice? {
    guard target.measure == .ssimulacra2 else { return nil }
    if let ceiling, ceiling - target.least > Self.mostBelowCeiling { return nil }
    var improved = conversion
    best.apply(&improved)
    guard let reach = try QualityReach(improved, plan, source, job, open).score,
      reach + QualityReach.tolerance < target.least
    else { return nil }
    if let exact = plan.content.exactQuality(conversion) { return exact }
    throw ConversionError.wrapping(
      QualityTargetError.belowBest(target, best: reach, offers444: offers444(plan)),
      file: conversion.output.name, stage: .planning)
  }

  /// How far the best quality of an encoder may be below the ceiling of shared chroma.
  private static let mostBelowCeiling = 6.0

  /// The conversion with chroma that allows the target.
  ///
  /// Colours that alpha hides are chosen while encoding, so the score is unknown with alpha.
  ///
  /// - Throws: an error if shared chroma alone already costs too much, even if it is corrected.
  private func suited(
    _ plan: Conversion.Plan, _ ceiling: (score: Double, isSharp: Bool)?
  ) throws -> Conversion {
    var suited = conversion
    if let chroma = plan.content.chroma { suited.video.chroma = chroma }
    guard let ceiling else { return suited }
    guard allows(ceiling.score) else {
      throw ConversionError.wrapping(
        QualityTargetError.belowCeiling(
          target, ceiling: ceiling.score, offers444: offers444(plan)), file: conversion.output.name,
        stage: .planning)
    }
    if ceiling.isSharp { suited.video.chroma = .sharp }
    return suited
  }

  /// The highest target for which a chroma sample for each pixel is offered: at its best quality,
  /// H.264 reaches a little more (93 to 96 on drawn animations). For larger pictures it is not
  /// offered: their ceiling is no higher than that of corrected chroma (seven clips).
  private static let mostOf444 = 92.0

  private func offers444(_ plan: Conversion.Plan) -> Bool {
    plan.content.roundTrip != nil && !plan.shaping.outputHasAlpha && plan.kind.takes(.chroma)
      && target.least <= Self.mostOf444
  }

  private func allows(_ ceiling: Double) -> Bool {
    ceiling + ChromaCeiling.tolerance >= target.least
  }

  /// The score of the pictures before they are encoded: with the planned chroma if that suffices,
  /// otherwise with the better one; nil if it is not known.
  private func ceiling(
    _ plan: Conversion.Plan, _ source: any FrameSource
  ) throws -> (score: Double, isSharp: Bool)? {
    guard target.measure == .ssimulacra2, !plan.shaping.outputHasAlpha,
      let trip = plan.content.roundTrip,
      let score = try ChromaCeiling(plan, source, trip, job.cancellation).score
    else { return nil }
    guard !allows(score),
      let sharp = plan.content.openChroma?.roundTrip(size: plan.shaping.output, isSharp: true),
      let higher = try ChromaCeiling(plan, source, sharp, job.cancellation).score, higher > score
    else { return (score, false) }
    return (higher, true)
  }
}
