internal import AnimConv
internal import ArgumentParser
internal import SystemPackage

struct ConvertCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert one animation (the default).",
    discussion: """
      The output appears under its name only when it is complete and has been read back. Frames keep \
      their exact times; --schedule chooses constant rates instead.
      """)

  @Argument(
    help: ArgumentHelp(
      "The animation, a folder of frames, or a pattern such as 'f*.png'; '-' for standard input.",
      valueName: "in"))
  var input: PathArgument

  @Argument(
    help: ArgumentHelp(
      "The file to write: .mp4, .webm or .mov; '-' for standard output.", valueName: "out"))
  var output: PathArgument

  @OptionGroup(title: "Input") var inputOptions: InputOptions
  @OptionGroup(title: "Input") var rate: RateOptions
  @OptionGroup(title: "Frames from files") var folder: FolderOptions
  @OptionGroup(title: "Sheets") var sheet: SheetCuttingOptions
  @OptionGroup(title: "Delays") var delays: DelayOptions
  @OptionGroup(title: "Play") var play: PlayOptions
  @OptionGroup(title: "Schedule") var schedule: ScheduleOptions
  @OptionGroup(title: "Size") var size: SizeOptions
  @OptionGroup(title: "Transparency") var alpha: AlphaOptions
  @OptionGroup(title: "Encoding") var encoding: EncodingOptions
  @OptionGroup(title: "Output") var outputOptions: OutputOptions

  func validate() throws {
    if output.bytes.last == UInt8(ascii: "/") {
      throw ValidationError(
        "expected a file's name for the output but got a folder's: \(output.description)")
    }
    if output.isStandardStream {
      if outputOptions.container == nil {
        throw ValidationError("'-' as output needs --container mp4, webm or mov")
      }
      if outputOptions.json && !outputOptions.dryRun {
        throw ValidationError("--json and '-' as output would both use standard output")
      }
    }
  }

  func run() async throws {
    if try skipsExistingOutput() { return }
    let conversion = conversion
    if outputOptions.dryRun {
      let plan = try Converter(conversion).plan()
      Terminal.write(outputOptions.json ? JSONText.encode(PlanJSON(plan)) : PlanText.describe(plan))
      return
    }
    let reporter = ProgressReporter(outputOptions)
    let watchdog = Watchdog(
      seconds: outputOptions.timeout, stallSeconds: outputOptions.stallTimeout,
      file: input.description)
    watchdog.start()
    let report: ConversionReport
    do {
      report = try await Converter(conversion).run { progress in
        watchdog.noteMovement()
        reporter.show(progress)
      }
    } catch {
      reporter.finish()
      throw error
    }
    reporter.finish()
    tell(report)
  }

  /// Warnings, decisions and the result, as loud as was asked for.
  private func tell(_ report: ConversionReport) {
    if outputOptions.json { Terminal.write(JSONText.encode(ReportJSON(report))) }
    if outputOptions.quiet { return }
    for line in WarningText.lines(report.warnings) {
      Terminal.writeError(Diagnostics.line(warning: line, file: input.description))
    }
    if outputOptions.verbose {
      Terminal.writeError(PlanText.describe(report.plan).trimmingSuffix(while: \.isNewline))
    } else {
      for note in report.plan.notes {
        Terminal.writeError("animconv: \(Diagnostics.printable(output.description)): \(note)")
      }
    }
    if !outputOptions.json {
      for output in report.outputs {
        Terminal.writeError("animconv: " + ReportText.describe(output, in: report))
      }
    }
  }

  private var conversion: Conversion {
    var conversion = Conversion(
      input: input.isStandardStream ? .standardInput : .path(input.path),
      output: output.isStandardStream ? .standardOutput : .file(output.path))
    conversion.container = outputOptions.container
    conversion.reading = ReadingOptions(
      input: inputOptions, rate: rate, folder: folder, sheet: sheet)
    conversion.timing = TimingOptions(delays: delays, play: play, schedule: schedule)
    conversion.shaping = ShapingOptions(size: size, alpha: alpha)
    conversion.video = encoding.videoOptions
    conversion.overwriting = outputOptions.replace ? .replace : .refuse
    if !outputOptions.replace, !outputOptions.dryRun, existingOutput != nil, mayReplaceAfterAsking()
    {
      conversion.overwriting = .replace
    }
    return conversion
  }

  /// `-n`: an output that exists is reason enough to do nothing.
  private func skipsExistingOutput() throws -> Bool {
    guard outputOptions.skip, let existing = existingOutput else { return false }
    if !outputOptions.quiet {
      Terminal.writeError(
        "animconv: \(Diagnostics.printable(existing)): exists, skipped")
    }
    return true
  }

  private var existingOutput: String? {
    guard !output.isStandardStream, RegularFile.exists(at: output.path) else { return nil }
    return output.description
  }

  /// Asks only where somebody can answer: both ends are a terminal, and the input is not.
  private func mayReplaceAfterAsking() -> Bool {
    guard Terminal.inputIsTerminal, Terminal.errorIsTerminal, !outputOptions.quiet,
      !input.isStandardStream
    else { return false }
    return Terminal.confirm(
      "animconv: \(Diagnostics.printable(output.description)) exists; replace it?")
  }
}
