internal import AnimConv
internal import ArgumentParser

/// A conversion with the settings that its command line mentions, in one group.
///
/// Most command lines are read by this command. ``ConvertCommand`` has the same options in groups
/// for the pages of help, which takes longer to examine than a small file to convert.
struct ConvertLine: AsyncParsableCommand, SandboxedCommand {
  static let configuration = CommandConfiguration(commandName: "convert")

  @OptionGroup var names: NamesOfFiles
  @OptionGroup var joining: JoiningOptions
  @OptionGroup var presets: PresetOptions
  @OptionGroup var given: SettingArguments<Settings.All>
  @OptionGroup var sheetTarget: SheetTargetOptions
  @OptionGroup var outputOptions: OutputOptions
  @OptionGroup var sandbox: SandboxOptions

  func validate() throws { try job.validate() }

  func run() async throws { try await job.carryOut() }

  func reach() throws -> Reach { try job.reach }

  /// The conversion job for the options.
  var job: ConvertJob {
    get throws {
      ConvertJob(
        names, joining, sheetTarget, presets, settings: try ConversionSettings([given]),
        outputOptions)
    }
  }
}
