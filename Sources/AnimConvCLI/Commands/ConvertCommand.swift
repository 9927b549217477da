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
      """
      The file to write: .mp4, .webm, .mov, .png (a sheet), .zip (ugoira); a folder of frames with \
      '/' at the end; '-' for standard output.
      """, valueName: "out"))
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
  @OptionGroup(title: "Sheet output") var layout: SheetLayoutOptions
  @OptionGroup(title: "Frame output") var naming: FrameNamingOptions
  @OptionGroup(title: "Sheet and frame output") var pictures: PictureOptions
  @OptionGroup(title: "Output") var outputOptions: OutputOptions

  func validate() throws {
    if output.bytes.last == UInt8(ascii: "/"),
      let kind = outputOptions.container ?? OutputKind(fileExtension: output.fileExtension),
      kind != .frameFolder
    {
      throw ValidationError(
        "expected a file's name for the output but got a folder's: \(output.description)")
    }
    try pictures.check(kind ?? .frameFolder)
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
    } catch let error as ConversionError where outputOptions.skip && error.isAboutExistingOutput {
      reporter.finish()
      tellSkipped(output.description)
      return
    } catch {
      reporter.finish()
      throw error
    }
    reporter.finish()
    tell(report)
  }

  /// The kind of output that the arguments name; nil when only what is on the disk can tell.
  private var kind: OutputKind? {
    if let kind = outputOptions.container { return kind }
    if output.bytes.last == UInt8(ascii: "/") { return .frameFolder }
    return OutputKind(fileExtension: output.fileExtension)
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
      for line in ReportText.lines(report) { Terminal.writeError("animconv: " + line) }
    }
  }

  private var conversion: Conversion {
    var conversion = Conversion(
      input: input.isStandardStream ? .standardInput : .path(input.path),
      output: output.isStandardStream ? .standardOutput : .file(output.path))
    conversion.kind = kind
    conversion.reading = ReadingOptions(
      input: inputOptions, rate: rate, folder: folder, sheet: sheet)
    conversion.timing = TimingOptions(delays: delays, play: play, schedule: schedule)
    conversion.shaping = ShapingOptions(size: size, alpha: alpha)
    conversion.video = encoding.videoOptions
    conversion.sheet = layout.options(png: pictures.png, merges: pictures.mergeDuplicates)
    conversion.frames = naming.options(png: pictures.png, merges: pictures.mergeDuplicates)
    if let data = pictures.data {
      conversion.sheet.data = data.sheets
      conversion.frames.lists = data.lists
    }
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
    tellSkipped(existing)
    return true
  }

  private func tellSkipped(_ name: String) {
    if outputOptions.quiet { return }
    Terminal.writeError("animconv: \(Diagnostics.printable(name)): exists, skipped")
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

extension ConversionError {
  /// Whether nothing was done because the output, or a part of it, is there already.
  fileprivate var isAboutExistingOutput: Bool {
    switch underlying as? OutputError {
    case .exists, .folderExists: true
    default: false
    }
  }
}
