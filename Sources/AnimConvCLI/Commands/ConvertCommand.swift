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
  @OptionGroup(title: "Frame output") var framePictures: FramePictureOptions
  @OptionGroup(title: "Sheet and frame output") var pictures: PictureOptions
  @OptionGroup(title: "Players") var player: PlayerOptions
  @OptionGroup(title: "Output") var outputOptions: OutputOptions

  func validate() throws {
    let settings = try settings
    let kind = kind(settings)
    if output.bytes.last == UInt8(ascii: "/"),
      let kind = settings.outputKind ?? OutputKind(fileExtension: output.fileExtension),
      kind != .frameFolder, kind != .imageSet
    {
      throw ValidationError(
        "expected a file's name for the output but got a folder's: \(output.description)")
    }
    do {
      try settings.checkCombination()
      try settings.checkData(for: kind ?? settings.player?.outputKind ?? .frameFolder)
    } catch {
      throw error.asUsage
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
    let conversion = try conversion
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
  private func kind(_ settings: ConversionSettings) -> OutputKind? {
    if let kind = settings.outputKind { return kind }
    if output.bytes.last == UInt8(ascii: "/") { return .frameFolder }
    return OutputKind(fileExtension: output.fileExtension)
  }

  /// Warnings, decisions and the result, as loud as was asked for.
  private func tell(_ report: ConversionReport) {
    if outputOptions.json { Terminal.write(JSONText.encode(ReportJSON(report))) }
    if outputOptions.quiet { return }
    if !outputOptions.json, let asset = report.plan.asset { Terminal.write(asset.code) }
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

  /// The groups of options that shape the result.
  var groups: [any SettingOptions] {
    [
      inputOptions, rate, folder, sheet, delays, play, schedule, size, alpha, encoding, layout,
      naming, framePictures, pictures, player, outputOptions,
    ]
  }

  /// Every choice that the options make.
  var settings: ConversionSettings {
    get throws { try ConversionSettings(groups) }
  }

  private var conversion: Conversion {
    get throws {
      let settings = try settings
      var conversion = Conversion(
        input: input.isStandardStream ? .standardInput : .path(input.path),
        output: output.isStandardStream ? .standardOutput : .file(output.path))
      conversion.kind = kind(settings)
      try settings.apply(to: &conversion)
      conversion.overwriting = outputOptions.replace ? .replace : .refuse
      if !outputOptions.replace, !outputOptions.dryRun, existingOutput != nil,
        mayReplaceAfterAsking()
      {
        conversion.overwriting = .replace
      }
      return conversion
    }
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
