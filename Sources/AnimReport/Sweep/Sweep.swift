package import AnimConv
internal import Reading
package import SystemPackage

/// A source converted with many settings: size and similarity of each result.
package struct Sweep: Sendable {
  /// The common options of a sweep.
  package struct Options: Sendable {
    /// Settings of all conversions.
    package var settings = ConversionSettings()
    /// The required mean structural similarity of the suggestion, from 0 to 1.
    package var ssim = 0.98
    /// Whether the page shows the source and the outputs.
    package var showsMedia = true
    /// The command that makes the page; nil if unknown.
    package var command: String?
    /// The command for the output of a setting, for readers to copy.
    package var commandOf: @Sendable (SweepSetting) -> String

    package init(commandOf: @escaping @Sendable (SweepSetting) -> String) {
      self.commandOf = commandOf
    }
  }

  /// The result of one setting.
  package struct Point: Sendable {
    package let setting: SweepSetting
    /// The command that makes it.
    package let command: String
    /// Of the output.
    package let byteCount: Int64
    let output: Report.Output

    /// The comparison of the output with the source.
    package var comparison: OutputComparison { output.comparison }
  }

  /// A setting without a result.
  package struct Failure: Sendable {
    package let setting: SweepSetting
    package let error: ConversionError
  }

  let source: Report.Source
  /// In the order of the settings.
  package let points: [Point]
  package let failures: [Failure]
  /// The required mean structural similarity.
  package let ssim: Double
  let command: String?
  /// The files that the page must not replace.
  var inputs: [FilePath] = []

  /// A report about all outputs.
  var report: Report {
    Report(
      source: source, outputs: points.map(\.output), command: command, inputs: inputs)
  }
}

extension Sweep {
  /// Converts the source with each setting and compares each output with it.
  ///
  /// As many run in parallel as there are processors, within the memory of
  /// ``ConversionLimits/shared``.
  ///
  /// - Parameter onPoint: called after each setting with the number of finished ones.
  /// - Throws: ``ConversionError`` of the first setting if all fail.
  /// - Complexity: a conversion and an ``OutputComparison`` for each setting. The outputs are held
  ///   in memory, and the source's frames if they fit into ``HeldFrames``.
  package init(
    of path: FilePath, _ settings: [SweepSetting], options: Options,
    onPoint: (Int) -> Void = { _ in }
  ) async throws {
    var shared = Conversion(input: .path(path), output: .standardOutput)
    try options.settings.apply(to: &shared)
    source = try await Report.Source(
      of: path, reading: shared.reading, delays: shared.timing.delays,
      showsMedia: options.showsMedia)
    // Decoded once for all conversions and comparisons, if memory suffices.
    let held = try await HeldFrames.of(.path(path), reading: shared.reading)
    let input = held?.input ?? .path(path)
    let results = try await Self.inParallel(settings, onDone: onPoint) { setting in
      try await Self.point(of: input, setting, options: options)
    }
    var points: [Point] = []
    var failures: [Failure] = []
    for (setting, result) in zip(settings, results) {
      switch result {
      case .success(let point): points.append(point)
      case .failure(let error):
        failures.append(
          Failure(
            setting: setting,
            error: ConversionError.wrapping(error, file: path.string, stage: .writing)))
      }
    }
    if points.isEmpty, let first = failures.first { throw first.error }
    self.points = points
    self.failures = failures
    ssim = options.ssim
    command = options.command
    inputs = [path]
  }

  private static func point(
    of input: AnimationInput, _ setting: SweepSetting, options: Options
  ) async throws -> Point {
    let settings = try setting.settings(with: options.settings)
    let bytes = AnimationOutput.Bytes(name: setting.title)
    var conversion = Conversion(input: input, output: .bytes(bytes))
    try settings.apply(to: &conversion)
    conversion.kind = .video(setting.container)
    let report = try await Converter(conversion).run()
    let made = bytes.value
    let comparison = try await OutputComparison(
      of: .bytes(made, name: bytes.name), made: conversion, plan: report.plan,
      measuresSSIMULACRA2: false)
    let info = comparison.outputInfo
    return Point(
      setting: setting, command: options.commandOf(setting),
      byteCount: Int64(made.count),
      output: Report.Output(
        name: setting.title, comparison: comparison, format: Report.format(of: info),
        size: info.size, warnings: info.warnings,
        media: options.showsMedia
          ? try await MediaFile.of(made, name: setting.title, info) : nil))
  }

  /// Some start at once, the others when earlier ones end.
  private static func inParallel<Value: Sendable>(
    _ settings: [SweepSetting], onDone: (Int) -> Void,
    _ body: @escaping @Sendable (SweepSetting) async throws -> Value
  ) async throws -> [Result<Value, any Error>] {
    var results: [Result<Value, any Error>?] = Array(repeating: nil, count: settings.count)
    await withTaskGroup(of: (Int, Result<Value, any Error>).self) { group in
      var next = 0
      func begin() {
        guard next < settings.count else { return }
        let (index, setting) = (next, settings[next])
        next += 1
        group.addTask {
          do { return (index, .success(try await body(setting))) } catch {
            return (index, .failure(error))
          }
        }
      }
      for _ in 0..<max(1, ConversionLimits.shared.processors) { begin() }
      var done = 0
      while let (index, result) = await group.next() {
        results[index] = result
        done += 1
        onDone(done)
        begin()
      }
    }
    try Task.checkCancellation()
    return results.map { $0! }
  }
}

extension Sweep {
  /// The Pareto frontier: a point is on it unless another point is at most as large and at least as
  /// similar. The smallest first.
  ///
  /// - Complexity: O(n log n) for n points.
  package var frontier: [Int] {
    SweepFrontier.of(points.map { ($0.byteCount, $0.comparison.ssim) })
  }

  /// The smallest result that is similar enough; nil if there is none.
  package var suggestion: Int? {
    frontier.first { points[$0].comparison.ssim >= ssim }
  }
}
