internal import AnimConv
internal import ArgumentParser

struct ConvertCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert one animation (the default).",
    discussion: """
      Outputs are complete or absent: each file is read back before it gets its name. Frames keep \
      their exact durations; --schedule chooses constant rates instead.
      """)

  @Argument(
    help: ArgumentHelp(
      """
      The animation, a folder of frames, or a pattern such as 'f*.png'; '-' for standard input.
      """,
      valueName: "in"))
  var input: PathArgument

  @Argument(
    help: ArgumentHelp(
      """
      The file to write: .mp4, .webm, .mov, .gif, .apng, .webp, .avif, .jxl, .jpg (one frame), .tiff (pages), .png (a \
      sheet) or .zip (ugoira); 'frame_%04d.png' for numbered images; a folder ending in '/'; '-' \
      for standard output. With --container, a folder receives a file named after IN. {tag} in \
      the name writes one file for each tag or animation of IN.
      """, valueName: "out"))
  var namedOutput: PathArgument?

  @Argument(
    help: ArgumentHelp(
      """
      With more than two names, the last one is OUT, a sheet. All others are inputs; each becomes \
      an animation of the sheet, named after its file or as in run=walk2.gif.
      """, valueName: "more"))
  var more: [PathArgument] = []

  @OptionGroup(title: "Preset") var presets: PresetOptions
  @OptionGroup(title: SettingGroup.input.heading) var inputOptions: SettingArguments<Settings.Input>
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

  func validate() throws { try job.validate() }

  func run() async throws { try await job.carryOut() }

  /// All inputs and the output.
  private var files: FileArguments {
    FileArguments(
      input, namedOutput, more, isOutput: sheetTarget.sheet == nil)
  }

  /// The groups of options that shape the result.
  var groups: [any SettingOptions] {
    [
      inputOptions, folder, sheet, delays, play, schedule, size, alpha, encoding, imageCoding,
      layout,
      naming, pictures, player, output,
    ]
  }

  /// All settings from the options.
  var settings: ConversionSettings {
    get throws { try ConversionSettings(groups) }
  }

  /// The conversion job for the options.
  var job: ConvertJob {
    get throws {
      ConvertJob(
        inputs: files.inputs, namedOutput: files.output, sheetFolder: sheetTarget.sheet,
        presets: presets, settings: try settings, outputOptions: outputOptions)
    }
  }
}
