internal import Reading
internal import SystemPackage
internal import Threads

extension Converter {
  /// Converts inputs to several outputs. Conversions of the same input read it once.
  ///
  /// ```swift
  /// let reports = try await Converter.run(["hero.mp4", "hero.webm"].map {
  ///   Conversion(input: "hero.gif", output: .file($0))
  /// })
  /// ```
  ///
  /// Conversions whose ``Conversion/input``, ``Conversion/reading`` and ``Conversion/resources``
  /// are equal form a group, and the limits apply to each of its outputs and to its temporary files
  /// together: the input is surveyed once, frames are examined once, and each frame is decoded once
  /// for all outputs that show the same frames. Outputs have the same bytes as those of single
  /// conversions. A group's outputs appear together, when all of them are written and checked: if
  /// one fails or the task is cancelled before, none appears, and existing files are unchanged.
  /// Only a name that cannot be given at the very end, such as when the disk fails, leaves those
  /// before it. Groups run one after another; a failure does not remove the outputs of groups
  /// before. The encoders of a group are open at the same time, so its memory is the sum of theirs;
  /// where that exceeds ``VideoOptions/maxMemory``, frames are decoded for each output.
  ///
  /// - Parameters:
  ///   - limits: the limits on processors and memory; by default those of the process.
  ///   - onProgress: like that of ``run(onProgress:onTry:)``, with the number of the conversion.
  ///   - onTry: like that of ``run(onProgress:onTry:)``, with the number of the conversion.
  /// - Returns: the reports in the order of the conversions.
  /// - Throws: ``ConversionError`` of the first conversion that fails.
  @discardableResult
  public static func run(
    _ conversions: [Conversion], limits: ConversionLimits = .shared,
    onProgress: @escaping @Sendable (Int, Conversion.Progress) -> Void = { _, _ in },
    onTry: @escaping @Sendable (Int, Conversion.Try) -> Void = { _, _ in }
  ) async throws -> [Conversion.Report] {
    try checkOutputs(conversions)
    var reports: [Int: Conversion.Report] = [:]
    for group in groups(conversions) {
      if group.count == 1 {
        let number = group[0]
        reports[number] = try await Converter(conversions[number], limits: limits).run {
          onProgress(number, $0)
        } onTry: {
          onTry(number, $0)
        }
        continue
      }
      let own = group.map { conversions[$0] }
      let written = try await run(
        group: own, limits, onProgress: { onProgress(group[$0], $1) },
        onTry: { onTry(group[$0], $1) })
      for (number, report) in zip(group, written) { reports[number] = report }
    }
    return conversions.indices.map { reports[$0]! }
  }

  /// Whether conversions read their input once when they are run as a list.
  package static func readsOnce(_ conversions: [Conversion]) -> Bool {
    groups(conversions).count <= 1
  }

  /// - Throws: ``ConversionError`` if two conversions write the same file.
  private static func checkOutputs(_ conversions: [Conversion]) throws {
    var known: Set<String> = []
    for case .file(let path) in conversions.map(\.output) {
      // Some file systems do not distinguish cases.
      guard !known.insert(path.lexicallyNormalized().string.lowercased()).inserted else { continue }
      throw ConversionError(
        stage: .planning, kind: .usage, file: path.string,
        reason: "two conversions of the list write this file",
        remedy: "give each conversion an output of its own")
    }
  }

  private struct Key: Hashable {
    let input: AnimationInput
    let reading: ReadingOptions
    let resources: Conversion.Resources
  }

  /// The numbers of conversions that can share a source, in the order of the first of each.
  private static func groups(_ conversions: [Conversion]) -> [[Int]] {
    var places: [Key: Int] = [:]
    var groups: [[Int]] = []
    for (number, conversion) in conversions.enumerated() {
      let key = Key(
        input: conversion.input, reading: conversion.readingForOutput,
        resources: conversion.resources)
      if let place = places[key] {
        groups[place].append(number)
      } else {
        places[key] = groups.count
        groups.append([number])
      }
    }
    return groups
  }

  private static func run(
    group: [Conversion], _ limits: ConversionLimits,
    onProgress: @escaping @Sendable (Int, Conversion.Progress) -> Void,
    onTry: @escaping @Sendable (Int, Conversion.Try) -> Void
  ) async throws -> [Conversion.Report] {
    let input = group[0].input
    do {
      return try await group[0].resources.bound {
        try await opening(
          input, in: limits, priority: group[0].resources.priority, name: "conversions",
          onSpooling: {
            onProgress(0, Conversion.Progress(phase: .surveying, framesDone: 0, framesTotal: 0))
          },
          { work, open in
            try SharedConversionJob(
              group, cancellation: work.cancellation, admission: work, onProgress: onProgress,
              onTry: onTry, open: open
            ).run()
          })
      }
    } catch {
      throw ConversionError.wrapping(error, file: input.name, stage: .reading).naming(input)
    }
  }
}
