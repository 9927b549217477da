internal import AnimPlay
internal import Reading
internal import Stages

/// Runs a conversion until its output is small enough.
struct SizeTrials {
  private(set) var conversion: Conversion
  let job: ConversionJob
  let onTry: (Conversion.Try) -> Void

  /// Only the best fit is kept; its receiver discards it.
  ///
  /// - Throws: ``ConversionError`` with ``SizeTargetError`` if nothing fits.
  func run(_ source: any FrameSource) throws -> (best: WrittenConversion, tries: [Conversion.Try]) {
    let first = try job.planner(for: conversion).plan(source)
    var settled = self
    if let chroma = first.content.chroma { settled.conversion.video.chroma = chroma }
    return try settled.search(source, first)
  }

  /// - Parameter first: the plan of the request.
  private func search(
    _ source: any FrameSource, _ first: Conversion.Plan
  ) throws -> (best: WrittenConversion, tries: [Conversion.Try]) {
    let maxBytes = conversion.sizeTarget.maxBytes ?? .max
    let steps = conversion.sizeTarget.steps ?? first.kind.definition.sizeSteps
    let axes = steps.map { SizeAxis($0, conversion, plan: first) }
    var search = SizeSearch(
      axes: axes.isEmpty ? [SizeSearch.Axis(count: 1)] : axes.map(\.searched), maxBytes: maxBytes)
    var best: WrittenConversion?
    var tries: [Conversion.Try] = []
    do {
      while let choices = search.next {
        let (changed, titles) = changed(axes, choices)
        var kept: (any FrameSource)? = source
        let result = try job.convert(changed, &kept)
        let fits = result.byteCount <= maxBytes
        let entry = Conversion.Try(
          number: tries.count + 1, changes: titles, byteCount: result.byteCount, fits: fits)
        tries.append(entry)
        onTry(entry)
        if search.note(byteCount: result.byteCount) {
          best?.delivery.discard()
          best = result
        } else {
          result.delivery.discard()
        }
      }
    } catch {
      best?.delivery.discard()
      throw error
    }
    guard let best else {
      let nearest = tries.min { $0.byteCount < $1.byteCount } ?? tries[0]
      throw ConversionError.wrapping(
        SizeTargetError(
          maxBytes: maxBytes, tryCount: tries.count, nearest: nearest,
          keepsLight: first.source.video?.light != nil),
        file: conversion.output.name, stage: .checking)
    }
    return (best, tries)
  }

  /// The request with one choice on each axis, and its description.
  private func changed(_ axes: [SizeAxis], _ choices: [Int]) -> (Conversion, titles: [String]) {
    var changed = conversion
    var titles: [String] = []
    for (axis, choice) in zip(axes, choices) where choice > 0 {
      axis.choices[choice - 1].apply(&changed)
      titles.append(axis.choices[choice - 1].title)
    }
    return (changed, titles)
  }
}
