internal import AnimBatch
internal import AnimConv
internal import ArgumentParser
internal import Confining
internal import Synchronization
internal import SystemPackage
internal import TextFormats
internal import Watching

/// A conversion job from a command line with an input and an output.
struct ConvertJob {
  /// IN, or several inputs of one sheet.
  let inputs: [InputArgument]
  /// OUT, if it is given.
  let namedOutput: PathArgument?
  /// The folder of `--sheet`.
  let sheetFolder: PathArgument?
  let presets: PresetOptions
  /// Whether all inputs are shown one after another.
  let concatenates: Bool
  /// All settings from the options.
  let settings: ConversionSettings
  let outputOptions: OutputOptions

  init(
    _ names: NamesOfFiles, _ joining: JoiningOptions, _ sheetTarget: SheetTargetOptions,
    _ presets: PresetOptions, settings: ConversionSettings, _ outputOptions: OutputOptions
  ) {
    let files = FileArguments(
      names.input, names.namedOutput, names.more, isOutput: sheetTarget.sheet == nil)
    inputs = files.inputs
    namedOutput = files.output
    sheetFolder = sheetTarget.sheet
    concatenates = joining.concat
    self.presets = presets
    self.settings = settings
    self.outputOptions = outputOptions
  }

  /// The only input, or the first one.
  var input: PathArgument { inputs[0].path }

  /// OUT, or the folder of `--sheet`; `validate` has checked that there is one.
  private var output: PathArgument { sheetFolder?.asFolder ?? namedOutput! }

  private var choice: OutputChoice {
    get throws {
      try OutputChoice(
        named: namedOutput, sheetFolder: sheetFolder, container: settings.outputKind,
        hasCells: settings.asksForCells)
    }
  }

  /// - Throws: `ValidationError` if the options contradict each other.
  func validate() throws {
    try presets.checkFolders()
    let choice = try choice
    if presets.preset == nil {
      _ = try choice.target(for: input)
      do {
        try settings.checkCombination()
        if let kind = choice.kind ?? settings.playerAsset?.outputKind {
          try settings.checkData(for: kind)
          try settings.checkScope(outputs: [kind])
        } else {
          try settings.checkData(for: .frameFolder)
        }
      } catch {
        throw error.asUsage
      }
    }
    try checkMeasuring(choice.kind ?? settings.playerAsset?.outputKind)
    if output.isStandardStream {
      if settings[.container] == nil, presets.preset == nil, settings[.frameFormat] != "none" {
        throw ValidationError("'-' as output needs --container, such as mp4, gif or webp")
      }
      if outputOptions.json && !outputOptions.dryRun {
        throw ValidationError("--json and '-' as output would both use standard output")
      }
    }
    try checkDepfile()
    if outputOptions.watch, input.isStandardStream || output.isStandardStream {
      throw ValidationError("--watch works again and again, so neither file can be '-'")
    }
  }

  /// The input as it was typed.
  private var inputName: String { inputs.count == 1 ? input.description : joinedInput.name }

  private var joinedInput: AnimationInput { inputs.input(isConcatenated: concatenates) }

  /// - Throws: `ValidationError` for several inputs without a sheet as output, in the parser's
  ///   words for surplus arguments.
  private func checkJoining(_ choice: OutputChoice) throws {
    guard inputs.count > 1 else {
      if concatenates {
        throw ValidationError("--concat needs at least two inputs before the output")
      }
      return
    }
    if !concatenates, presets.preset == nil, choice.kind?.isSheet != true {
      let surplus = inputs.dropFirst(2).map(\.argument) + [output]
      let names = surplus.map { "'\($0.description)'" }
      throw ValidationError(
        names.count == 1
          ? "Unexpected argument \(names[0])"
          : "\(names.count) unexpected arguments: \(names.joined(separator: ", "))")
    }
    if output.isFolder, choice.kind?.isFolder != true {
      throw ValidationError(
        "several inputs need the name of the output, such as \(output.description)hero.png")
    }
    if outputOptions.measure {
      throw ValidationError("--measure needs one input, and there are \(inputs.count)")
    }
    // A shell has replaced a pattern with names; the last one would be overwritten.
    let shapes = Set(
      (inputs.map(\.argument) + [output]).map { $0.description.filter { !$0.isNumber } })
    if shapes.count == 1, concatenates, RegularFile.isThere(at: output.path) {
      throw ValidationError(
        "'\(output.description)' exists and has the name of the inputs but for its number, so it may "
          + "be one of them; choose another name for the output, such as 'joined"
          + (output.path.extension.map { ".\($0)'" } ?? "'"))
    }
    if shapes.count == 1, !concatenates {
      throw ValidationError(
        "'\(inputs[0].argument.description)' to '\(output.description)' are frames of one animation; "
          + "put the pattern in quotes, such as 'f*.png', and name the output")
    }
    if inputs.contains(where: \.path.isStandardStream) {
      throw ValidationError("several inputs are read one after another, so none can be '-'")
    }
  }

  /// - Throws: `ValidationError` if the output cannot be read back or has no frames.
  private func checkMeasuring(_ kind: OutputKind?) throws {
    guard outputOptions.measure else { return }
    if input.isStandardStream || output.isStandardStream {
      throw ValidationError("--measure reads both files again, so neither can be '-'")
    }
    if let kind, !Measurement.playsByItself(kind) {
      throw ValidationError(
        "--measure needs an output that plays by itself, but got \(kind.title); use 'animconv "
          + "compare' with its data")
    }
  }

  /// - Throws: `ValidationError` if the rule could name no file, or would overwrite one.
  private func checkDepfile() throws {
    guard let depfile = outputOptions.depfile else { return }
    if input.isStandardStream || output.isStandardStream {
      throw ValidationError("--depfile names the input and the output, so neither can be '-'")
    }
    if outputOptions.skip {
      throw ValidationError(
        "--depfile and -n cannot be used together: a rule names what this run has read")
    }
    if output.path.string.contains("%") {
      throw ValidationError(
        "--depfile names each output, and pictures with numbers are not known beforehand; write to "
          + "a folder, such as frames/")
    }
    let used = inputs.map(\.path.path) + [output.path]
    if let file = used.first(where: {
      $0.lexicallyNormalized() == depfile.path.lexicallyNormalized()
    }) {
      throw ValidationError(
        "--depfile would overwrite '\(file.string)'; choose another name, such as "
          + "\(output.path.string).d")
    }
  }

  /// - Throws: `ValidationError` if the output does not show the same content as the source.
  private func checkComparing(_ conversions: [Conversion]) throws {
    guard outputOptions.measure, conversions.contains(where: { $0.shaping.alpha == .mix }) else {
      return
    }
    throw ValidationError("--measure cannot be used with --alpha mix")
  }

  /// Converts once, or repeatedly with `--watch`.
  func carryOut() async throws {
    if !outputOptions.watch { return try await carryOut(conversions()) { _ in } }
    try await WatchLoop(isQuiet: outputOptions.quiet).run {
      var watched = WatchedFiles()
      watched.files = presets.files
      let reading = (try? conversions())?.first?.reading
      for input in inputs { watched.add(input.path.path, options: reading ?? ReadingOptions()) }
      return watched
    } job: { _, watched in
      var conversions = try conversions()
      // Outputs of an earlier run of this command may be replaced.
      for index in conversions.indices {
        guard let path = conversions[index].outputPath, watched.outputs.contains(path) else {
          continue
        }
        conversions[index].overwriting = .replace
      }
      var written: [FilePath] = []
      defer { watched.outputs.formUnion(written) }
      try await carryOut(conversions) { written += $0 }
    }
  }

  /// - Parameter onOutputs: called with every path that a conversion has written.
  private func carryOut(
    _ conversions: [Conversion], onOutputs: ([FilePath]) -> Void
  ) async throws {
    try checkComparing(conversions)
    if outputOptions.dryRun {
      var plans: [Conversion.Plan] = []
      for conversion in conversions {
        plans.append(try await withinTime { _ in try await Converter(conversion).plan() })
      }
      if outputOptions.json {
        try tellJSON(plans.map(PlanJSON.init))
      } else {
        try Terminal.write(plans.map(PlanText.describe).joined(separator: "\n"))
      }
      return
    }
    if let depfile = outputOptions.depfile {
      try Depfile.checkPlace(depfile.path)
    }
    var rules = ConversionDependencies(settings: presets.files.union(MomentsFile.allRead))
    var reports: [Conversion.Report] = []
    var measurements: [Measurement?] = []
    var toldWarnings: Set<String> = []
    func note(_ conversion: Conversion, _ report: Conversion.Report) throws {
      let written = report.outputs.compactMap(\.planned.output.path)
      onOutputs([conversion.outputPath].compactMap(\.self) + written)
      if outputOptions.depfile != nil { rules.add(conversion, written: written) }
      try tell(report, except: &toldWarnings)
      reports.append(report)
    }
    if let together = try await convertTogether(conversions) {
      for (conversion, report) in together { try note(conversion, report) }
      measurements = reports.map { _ in nil }
    } else {
      for conversion in conversions {
        let began = ContinuousClock.now
        guard let report = try await convert(conversion) else { continue }
        try note(conversion, report)
        measurements.append(
          try await measure(report, conversion, took: ContinuousClock.now - began))
      }
    }
    if let depfile = outputOptions.depfile {
      try rules.write(to: depfile.path)
      if let warning = rules.warning { Terminal.writeError("animconv: \(warning)") }
    }
    if outputOptions.json {
      if !reports.isEmpty { try tellJSON(zip(reports, measurements).map(ReportJSON.init)) }
    } else if !outputOptions.quiet {
      try showElement(reports)
    }
  }

  /// Runs the conversions of a preset, which read the input once.
  ///
  /// - Returns: nil if each must run alone: for tags, for measuring, and for a single one.
  private func convertTogether(
    _ conversions: [Conversion]
  ) async throws -> [(Conversion, Conversion.Report)]? {
    // A race for a name that -n lets others win is decided for each output alone.
    guard conversions.count > 1, !outputOptions.eachTag, !outputOptions.measure,
      !outputOptions.skip,
      Converter.readsOnce(conversions)
    else { return nil }
    var wanted: [Conversion] = []
    for var conversion in conversions {
      conversion.settleInterruptedOutput()
      if mayReplaceAfterAsking(conversion) { conversion.overwriting = .replace }
      wanted.append(conversion)
    }
    let all = wanted
    let longest = Mutex((number: 0, frames: 0))
    let reports = try await withinTime { watchdog in
      let reporter = ProgressReporter(outputOptions)
      defer { reporter.finish() }
      return try await Converter.run(all) { number, progress in
        watchdog.noteMovement()
        // The output with the most frames speaks for all.
        let isShown = longest.withLock {
          if progress.framesTotal > $0.frames { $0 = (number, progress.framesTotal) }
          return $0.number == number
        }
        if isShown { reporter.show(progress) }
      } onTry: { number, attempt in
        let conversion = all[number]
        if showsTry(attempt, of: conversion) {
          reporter.show(attempt, of: name(of: conversion.output))
        }
      }
    }
    return Array(zip(all, reports))
  }

  /// Prints the element that shows several files of one animation on a web page.
  private func showElement(_ reports: [Conversion.Report]) throws {
    guard let sources = VideoSources(reports) else {
      if let pictures = PictureSources(reports) { try Terminal.write(pictures.html) }
      return
    }
    try Terminal.write(sources.html)
    if let saving = sources.saving {
      Terminal.writeError("animconv: \(output.description): \(saving.text(.options))")
    }
  }

  /// Measures the output if requested, and reports the result.
  private func measure(
    _ report: Conversion.Report, _ conversion: Conversion, took duration: Duration
  ) async throws -> Measurement? {
    guard outputOptions.measure else { return nil }
    let reporter = ProgressReporter(outputOptions)
    defer { reporter.finish() }
    var framesDone = 0
    let measurement = try await withinTime { watchdog in
      try await Measurement.of(report, conversion, seconds: duration / .seconds(1)) {
        framesDone += 1
        watchdog.noteMovement()
        reporter.show(measured: framesDone, of: report.frameCount)
      }
    }
    if let measurement, !outputOptions.json, !outputOptions.quiet {
      reporter.finish()
      Terminal.writeError("animconv: \(measurement.line)")
    }
    return measurement
  }

  /// Runs work that ``OutputOptions/watchdog(file:)`` stops if it takes too long.
  private func withinTime<Result>(
    _ work: (Watchdog) async throws -> Result
  ) async rethrows -> Result {
    let watchdog = outputOptions.watchdog(file: inputName)
    watchdog.start()
    defer { watchdog.end() }
    return try await work(watchdog)
  }

  /// Runs one conversion.
  ///
  /// - Returns: nil if `-n` skipped it.
  private func convert(_ conversion: Conversion) async throws -> Conversion.Report? {
    conversion.settleInterruptedOutput()
    if skipsExistingOutput(conversion) { return nil }
    var conversion = conversion
    if mayReplaceAfterAsking(conversion) { conversion.overwriting = .replace }
    return try await withinTime { try await convert(conversion, watchedBy: $0) }
  }

  private func convert(
    _ conversion: Conversion, watchedBy watchdog: Watchdog
  ) async throws -> Conversion.Report? {
    let reporter = ProgressReporter(outputOptions)
    defer { reporter.finish() }
    let outputName = name(of: conversion.output)
    do {
      return try await Converter(conversion).run { progress in
        watchdog.noteMovement()
        reporter.show(progress)
      } onTry: { attempt in
        if showsTry(attempt, of: conversion) {
          reporter.show(attempt, of: outputName)
        }
      }
    } catch let error as ConversionError where outputOptions.skip && error.isAboutExistingOutput {
      reporter.finish()
      tellSkipped(name(of: conversion.output))
      return nil
    }
  }

  /// A first try that meets a preset's generous limit is not worth reporting.
  private func showsTry(_ attempt: Conversion.Try, of conversion: Conversion) -> Bool {
    settings[.maxBytes] != nil || conversion.qualityTarget != nil || outputOptions.verbose
      || attempt.number > 1 || !attempt.fits
  }

  /// One document for one output, a list for several outputs of a preset.
  private func tellJSON(_ documents: [some Encodable]) throws {
    try Terminal.write(
      documents.count == 1 ? JSONText.encode(documents[0]) : JSONText.encode(documents))
  }

  /// Warnings, decisions and the result, at the requested verbosity.
  ///
  /// - Parameter toldWarnings: warnings that were already printed for an earlier output of the same
  ///   input; new ones are added.
  private func tell(
    _ report: Conversion.Report, except toldWarnings: inout Set<String>
  ) throws {
    if outputOptions.quiet { return }
    if !outputOptions.json, let code = report.plan.code { try Terminal.write(code) }
    for line in WarningText.lines(report.warnings) where toldWarnings.insert(line).inserted {
      Terminal.writeError(Diagnostics.line(warning: line, file: inputName))
    }
    if outputOptions.verbose {
      Terminal.writeError(PlanText.describe(report.plan).trimmingSuffix(while: \.isNewline))
    } else {
      let name = report.plan.outputs.first.map { self.name(of: $0.output) } ?? output.description
      for note in report.plan.notes + report.notes {
        Terminal.writeError("animconv: " + Diagnostics.printable("\(name): \(note.text(.options))"))
      }
    }
    if !outputOptions.json {
      for line in ReportText.lines(report) { Terminal.writeError("animconv: " + line) }
    }
  }

  /// The conversions for a worker, which runs them and responds.
  ///
  /// - Throws: `ValidationError` for options that a worker does not support.
  func conversionsForWorker() throws -> [Conversion] {
    let options = outputOptions
    let asked = [
      ("--measure", options.measure), ("--watch", options.watch),
      ("--dry-run", options.dryRun), ("-n", options.skip), ("--depfile", options.depfile != nil),
    ]
    if let name = asked.first(where: \.1)?.0 {
      throw ValidationError("a worker does not take \(name); use 'animconv convert'")
    }
    if input.isStandardStream || output.isStandardStream {
      throw ValidationError(
        "the standard streams of a worker carry requests and answers, so no file can be '-'")
    }
    return try conversions()
  }

  /// The files that the conversions read and write.
  var reach: Reach {
    get throws {
      var reach = presets.folders.reach(of: presets.preset, isWatched: outputOptions.watch)
      for conversion in try untaggedConversions() {
        reach.formUnion(.reading(conversion, isWatched: outputOptions.watch))
        if let path = conversion.outputPath { reach.formUnion(.writing(path)) }
        if let depfile = outputOptions.depfile { reach.formUnion(.writing(depfile.path)) }
        // Pictures with their own names are made in a folder next to them.
        if conversion.namesEachFrame { reach.movesBetweenFolders = true }
      }
      return reach
    }
  }

  /// The conversions to run: one, or one for each output of a preset and each tag of the input.
  func conversions() throws -> [Conversion] {
    try untaggedConversions().flatMap {
      try TagOutputs(conversion: $0, isAsked: outputOptions.eachTag).conversions()
    }
  }

  /// The conversions before tags are looked for.
  private func untaggedConversions() throws -> [Conversion] {
    try checkJoining(choice)
    let source = joinedInput
    var conversions: [Conversion]
    if let preset = try presets.load() {
      let targets = try PresetTargets.resolve(
        preset, input: input, output: output,
        kind: try choice.askedKind
      ) { try choice.target(for: input) }
      if targets.count > 1, input.isStandardStream,
        outputOptions.measure || outputOptions.eachTag || outputOptions.skip
      {
        throw ValidationError(
          "standard input can be read only once, but \(preset.name) has several outputs, and with "
            + "--measure, --each-tag and -n each reads it; leave them out, or choose one output")
      }
      do {
        if targets.count > 1 {
          try settings.checkScope(outputs: targets.compactMap(\.output.kind))
        }
        conversions = try targets.map { output, target in
          var conversion = try output.conversion(
            from: source, to: target, overriding: settings, isOneOfSeveral: targets.count > 1)
          if output.format == .any, conversion.kind == nil { conversion.kind = try choice.kind }
          return conversion
        }
      } catch let error as SettingError {
        throw error.asUsage
      }
    } else {
      let choice = try choice
      var conversion = Conversion(input: source, output: try choice.target(for: input))
      conversion.kind = choice.kind
      try settings.apply(to: &conversion)
      conversions = [conversion]
    }
    for index in conversions.indices {
      conversions[index].overwriting = outputOptions.replace ? .replace : .refuse
      // A folder for files named after the input, unless it is itself the output.
      conversions[index].makesFolder =
        output.isFolder && conversions[index].output != .file(output.path)
    }
    return conversions
  }

  /// `-n`: if the output exists, nothing is done.
  private func skipsExistingOutput(_ conversion: Conversion) -> Bool {
    guard outputOptions.skip, let existing = ExistingOutput(of: conversion, calledAs: name(of:))
    else { return false }
    tellSkipped(existing.name)
    return true
  }

  private func tellSkipped(_ name: String) {
    if outputOptions.quiet { return }
    Terminal.writeError("animconv: \(Diagnostics.printable(name)): exists, skipped")
  }

  /// The name of an output: as it was typed, with a folder's slash, unless a preset named it.
  private func name(of output: AnimationOutput) -> String {
    output.name == self.output.path.string ? self.output.description : output.name
  }

  /// Asks only if a user can answer: both ends are terminals, and the input is not.
  private func mayReplaceAfterAsking(_ conversion: Conversion) -> Bool {
    guard conversion.overwriting == .refuse, Terminal.inputIsTerminal, Terminal.errorIsTerminal,
      !outputOptions.quiet, !input.isStandardStream
    else { return false }
    return ExistingOutput(of: conversion, calledAs: name(of:))?.mayBeReplaced() ?? false
  }
}

extension Conversion {
  /// The path of its output on disk.
  fileprivate var outputPath: FilePath? { output.path }
}

extension AnimationOutput {
  /// Nil unless it is on disk.
  fileprivate var path: FilePath? { if case .file(let path) = self { path } else { nil } }
}
