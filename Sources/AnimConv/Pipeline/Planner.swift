internal import AnimPlay
internal import Reading
internal import Stages

/// Makes plans: combines the request with the survey, examines the frames if the output depends on
/// their content, and decides every detail.
struct Planner {
  let conversion: Conversion
  /// What earlier plans have seen of the same source.
  var known = AnalysisCache()
  /// Called before each examined frame, with the number of examined frames and their total; throws
  /// to stop the conversion.
  let onAnalysis: (_ done: Int, _ total: Int) throws -> Void

  /// - Parameters:
  ///   - source: positioned at any frame, before and after.
  ///   - assumingAlpha: assumes transparency regardless of the survey.
  /// - Throws: ``ConversionError``.
  /// - Complexity: decodes frames up to the first transparent pixel if the headers do not decide,
  ///   and every frame once if borders, identical frames or dithering matter; a few frames if
  ///   chroma may be corrected, alpha be lossy or grain matter.
  func plan(_ source: any FrameSource, assumingAlpha: Bool = false) throws -> Conversion.Plan {
    let settled = try SettledConversion(conversion, source.info)
    try MemoryNeed(settled).check()
    let hasAlpha = try ConversionError.telling(file: conversion.input.name, .reading) {
      switch source.info.alpha {
      case _ where assumingAlpha: true
      case _ where !settled.kind.definition.showsPixels: false
      case .absent: false
      case .present: true
      case .possible: try known.detectAlpha(of: source)
      }
    }
    var frames = try settled.frames(hasAlpha: hasAlpha)
    try settled.planning {
      var wanted = try settled.kind.definition.analysisRequest(settled.conversion, frames)
      wanted.undithering = settled.undithering
      try frames.take(known.analysis(wanted, frames, source, onAnalysis: onAnalysis))
      if wanted.samples { try frames.takeSamples(of: source) }
    }
    func plan(_ settled: SettledConversion) throws -> Conversion.Plan {
      try Conversion.Plan(
        settled, frames, knowsAlpha: !assumingAlpha,
        memory: MemoryNeed(settled).account(frames.shaping.output))
    }
    let first = try plan(settled)
    let look = try ConversionError.telling(file: conversion.input.name, .reading) {
      try EncodingAnalysis(first, source, onAnalysis: onAnalysis)
    }
    guard
      look.isSharper || look.hasSoftAlpha || look.needsNoFullChroma || look.isSmooth
        || look.grain > 0
    else { return first }
    let chosen = settled.changed {
      if look.isSharper { $0.video.chroma = .sharp }
      if look.needsNoFullChroma { $0.video.chroma = .yuv420 }
      $0.video.isSmooth = look.isSmooth
      $0.video.grain = look.grain
      if look.hasSoftAlpha { $0.image.alphaQuality = EncodingAnalysis.softAlphaQuality }
    }
    return try plan(chosen)
  }
}
