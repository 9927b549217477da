internal import AnimConv
internal import AnimReport
internal import ArgumentParser
internal import Confining
internal import SystemPackage
internal import Watching

struct ReportCommand: AsyncParsableCommand, SandboxedCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Make an HTML page that compares outputs with their source.",
    discussion: """
      The page is one file that loads nothing from the network. It plays source and outputs in \
      step, and shows the figures of 'animconv compare', when each frame is shown, and the frames \
      that differ most. The outputs may come from any tool.
      """)

  @Argument(help: ArgumentHelp("The animation, or a folder of frames.", valueName: "source"))
  var source: PathArgument

  @Argument(help: ArgumentHelp("The outputs to compare with it.", valueName: "output"))
  var outputs: [PathArgument] = []

  @OptionGroup(title: "Page") var page: ReportOptions

  @Option(
    help: ArgumentHelp(
      "Command that made the outputs, for readers to copy. Default: none.", valueName: "text"))
  var command: String?

  @Option(
    help: ArgumentHelp(
      "Background colour for comparing transparent frames. Default: white.", valueName: "color"),
    transform: RGBColor.init(argument:))
  var matte: RGBColor = .white

  @Flag(help: .watch)
  var watch = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      """
      HTML page to write. A name ending in '/' is a folder with the page, its code and its files.
      """,
      valueName: "page"))
  var output: PathArgument

  @OptionGroup(title: SettingGroup.input.heading) var inputOptions: SettingArguments<Settings.Input>
  @OptionGroup(title: SettingGroup.pictureFiles.heading) var folder:
    SettingArguments<Settings.PictureFiles>
  @OptionGroup(title: SettingGroup.sheetCutting.heading) var sheet:
    SettingArguments<Settings.SheetCutting>
  @OptionGroup(title: SettingGroup.delays.heading) var delays: SettingArguments<Settings.Delays>

  @OptionGroup var sandbox: SandboxOptions

  func reach() throws -> Reach {
    var reach = Reach.reading(try conversion, isWatched: watch)
    for output in outputs { reach.formUnion(.reading(output.path, isWatched: watch)) }
    reach.formUnion(.writing(output.path))
    return reach
  }

  private var settings: ConversionSettings {
    get throws { try ConversionSettings([inputOptions, folder, sheet, delays]) }
  }

  func validate() throws {
    if outputs.isEmpty {
      throw ValidationError(
        "expected an output to show beside the source; 'animconv inspect --html' shows one file")
    }
    if source.isStandardStream || outputs.contains(where: \.isStandardStream)
      || output.isStandardStream
    {
      throw ValidationError("a report needs files, so '-' is invalid")
    }
    do { try settings.checkCombination() } catch let error as SettingError { throw error.asUsage }
  }

  func run() async throws {
    if !watch { return try await makePage(replacing: false) }
    try await WatchLoop(isQuiet: false).run {
      var watched = WatchedFiles()
      watched.outputs = [output.path]
      let options = (try? conversion.reading) ?? ReadingOptions()
      watched.add(source.path, options: options)
      for output in outputs { watched.add(output.path, options: ReadingOptions()) }
      return watched
    } job: { isFirst, _ in
      try await makePage(replacing: !isFirst)
    }
  }

  private var conversion: Conversion {
    get throws {
      var conversion = Conversion(input: .path(source.path), output: .standardOutput)
      try settings.apply(to: &conversion)
      return conversion
    }
  }

  private func makePage(replacing: Bool) async throws {
    let conversion = try conversion
    var options = Report.Options()
    options.reading = conversion.reading
    options.delays = conversion.timing.delays
    options.matte = matte
    options.asked = conversion.askedSettings
    options.showsMedia = !page.noMedia
    options.command = command
    try await page.write(
      to: output, source: source.path, outputs: outputs.map(\.path), options: options,
      replacing: replacing)
  }
}
