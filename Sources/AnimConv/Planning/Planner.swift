internal import Reading
internal import Stages

/// Makes plans: settles a request beside the survey, looks at the frames as far as the output depends
/// on what is in them, and settles every detail.
struct Planner {
  let conversion: Conversion
  /// Called before each frame that is looked at, with how many have been and how many there are;
  /// throws when the conversion is to end.
  let onLook: (_ done: Int, _ total: Int) throws -> Void

  /// - Parameters:
  ///   - source: freshly opened or at frame 0, where it is left.
  ///   - assumingAlpha: takes transparency for granted, whatever the survey says.
  /// - Throws: ``ConversionError``.
  /// - Complexity: decodes frames until the first transparent pixel when headers leave open whether
  ///   there is one, and every frame once where borders, equal frames or dither decide.
  func plan(_ source: any FrameSource, assumingAlpha: Bool = false) throws -> ConversionPlan {
    let settled = try SettledConversion(conversion, source.info)
    try MemoryNeed(settled).check()
    let hasAlpha = try ConversionError.telling(file: conversion.input.name, .reading) {
      switch source.info.alpha {
      case _ where assumingAlpha: true
      case _ where !settled.kind.definition.showsPixels: false
      case .absent: false
      case .present: true
      case .possible: try source.detectAlpha()
      }
    }
    var frames = try settled.frames(hasAlpha: hasAlpha)
    try settled.planning {
      var wanted = try settled.kind.definition.looksWanted(settled.conversion, frames)
      wanted.undithering = settled.undithering
      try frames.take(Looks(wanted, frames, source, onLook: onLook))
      if wanted.samples { try frames.takeSamples(of: source) }
    }
    return try ConversionPlan(settled, frames, knowsAlpha: !assumingAlpha)
  }
}
