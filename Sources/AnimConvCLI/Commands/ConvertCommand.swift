internal import AnimConv
internal import ArgumentParser
internal import Confining

struct ConvertCommand: AsyncParsableCommand, SandboxedCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert one animation (the default).",
    discussion: """
      Outputs are complete or absent: each file is read back before it gets its name. Frames keep \
      their exact durations; --schedule chooses constant rates instead.
      """)

  @OptionGroup var names: NamesOfFiles
  @OptionGroup(title: "Preset") var presets: PresetOptions
  @OptionGroup(title: SettingGroup.input.heading) var inputOptions: SettingArguments<Settings.Input>
  @OptionGroup(title: SettingGroup.input.heading) var joining: JoiningOptions
  @OptionGroup(title: SettingGroup.pictureFiles.heading) var folder:
    SettingArguments<Settings.PictureFiles>
  @OptionGroup(title: SettingGroup.sheetCutting.heading) var sheet:
    SettingArguments<Settings.SheetCutting>
  @OptionGroup(title: SettingGroup.delays.heading) var delays: SettingArguments<Settings.Delays>
  @OptionGroup(title: SettingGroup.play.heading) var play: SettingArguments<Settings.Play>
  @OptionGroup(title: SettingGroup.schedule.heading) var schedule:
    SettingArguments<Settings.Schedule>
  @OptionGroup(title: SettingGroup.size.heading) var size: SettingArguments<Settings.Size>
  @OptionGroup(title: SettingGroup.transparency.heading) var alpha:
    SettingArguments<Settings.Transparency>
  @OptionGroup(title: SettingGroup.video.heading) var encoding: SettingArguments<Settings.Video>
  @OptionGroup(title: SettingGroup.image.heading) var imageCoding: SettingArguments<Settings.Image>
  @OptionGroup(title: SettingGroup.sheet.heading) var sheetTarget: SheetTargetOptions
  @OptionGroup(title: SettingGroup.sheet.heading) var layout: SettingArguments<Settings.Sheet>
  @OptionGroup(title: SettingGroup.frames.heading) var naming: SettingArguments<Settings.Frames>
  @OptionGroup(title: SettingGroup.pictures.heading) var pictures:
    SettingArguments<Settings.Pictures>
  @OptionGroup(title: SettingGroup.players.heading) var player: SettingArguments<Settings.Players>
  @OptionGroup(title: SettingGroup.output.heading) var output: SettingArguments<Settings.Output>
  @OptionGroup(title: SettingGroup.output.heading) var outputOptions: OutputOptions
  @OptionGroup(title: SettingGroup.output.heading) var sandbox: SandboxOptions

  func validate() throws { try job.validate() }

  func run() async throws { try await job.carryOut() }

  func reach() throws -> Reach { try job.reach }

  /// The groups of options that shape the result.
  var groups: [any SettingOptions] {
    [
      inputOptions, folder, sheet, delays, play, schedule, size, alpha, encoding, imageCoding,
      layout,
      naming, pictures, player, output,
    ]
  }

  /// The conversion job for the options.
  var job: ConvertJob {
    get throws {
      ConvertJob(
        names, joining, sheetTarget, presets, settings: try ConversionSettings(groups),
        outputOptions)
    }
  }
}
