internal import AnimBatch
internal import AnimConv
internal import AnimReport
internal import ArgumentParser
internal import Confining
internal import SystemPackage

struct SweepCommand: AsyncParsableCommand, SandboxedCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Try many settings and plot size against similarity.",
    discussion: """
      Converts IN with every combination of codecs, constant rate factors and scales, measures \
      each result as 'animconv compare' does, and suggests the smallest that is similar enough. \
      The page plots them, shows any two in step, and offers blind tests.
      """)

  @Argument(help: ArgumentHelp("The animation, or a folder of frames.", valueName: "in"))
  var input: PathArgument

  @OptionGroup(title: "Settings") var grid: SweepGridOptions
  @OptionGroup(title: "Page") var page: ReportOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      """
      HTML page to write. A name ending in '/' is a folder with the page, its code and its files.
      """,
      valueName: "page"))
  var output: PathArgument

  @Flag(help: "Print the figures as JSON on standard output.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  @OptionGroup(title: "Machine") var machine: MachineOptions

  @OptionGroup(title: SettingGroup.input.heading) var inputOptions: SettingArguments<Settings.Input>
  @OptionGroup(title: SettingGroup.pictureFiles.heading) var folder:
    SettingArguments<Settings.PictureFiles>
  @OptionGroup(title: SettingGroup.sheetCutting.heading) var sheet:
    SettingArguments<Settings.SheetCutting>
  @OptionGroup(title: SettingGroup.delays.heading) var delays: SettingArguments<Settings.Delays>

  @OptionGroup var sandbox: SandboxOptions

  func reach() throws -> Reach {
    var conversion = Conversion(input: .path(input.path), output: .standardOutput)
    try settings.apply(to: &conversion)
    var reach = Reach.reading(conversion)
    reach.formUnion(.writing(output.path))
    return reach
  }

  private var settings: ConversionSettings {
    get throws {
      var settings = try ConversionSettings([inputOptions, folder, sheet, delays])
      try grid.setRest(of: &settings)
      return settings
    }
  }

  func validate() throws {
    if input.isStandardStream || output.isStandardStream {
      throw ValidationError(
        "a sweep reads its input many times and writes a page, so '-' is invalid")
    }
    _ = try grid.combinations
    do { try settings.checkCombination() } catch let error as SettingError { throw error.asUsage }
  }

  func run() async throws {
    // The process does nothing but this sweep.
    let limits = machine.options
    ConversionLimits.shared.processors = limits.jobs
    ConversionLimits.shared.memory = limits.maxMemory
    // Existing files are reported before any work is done.
    try ReportFile.check(output.path, asFolder: output.isFolder, replacing: page.replace)
    let combinations = try grid.combinations
    let settings = try settings
    let commands = SweepCommandLine(input: input.path, shared: settings)
    var options = Sweep.Options { commands.text(for: $0) }
    options.settings = settings
    options.ssim = grid.ssim
    options.showsMedia = !page.noMedia
    options.command = SweepCommandLine.line(["animconv"] + EscapedArguments.ofProcess)
    let line = CountLine(
      isShown: !quiet && Terminal.errorIsTerminal, count: combinations.count, "settings")
    defer { line.finish() }
    line.show(done: 0)
    let sweep = try await Sweep(of: input.path, combinations, options: options) {
      line.show(done: $0)
    }
    line.finish()
    for failure in sweep.failures {
      Terminal.writeError(
        "animconv: \(failure.setting.title): \(failure.error.reason.text(.options))")
    }
    // Measuring the figures took long, so they are printed before the page, which may be too large
    // or not fit on the disk.
    try Terminal.write(
      json
        ? JSONText.encode(SweepJSON(sweep, source: input.description)) : SweepText.describe(sweep))
    let count = try ReportFile(sweep).write(
      to: output.path, asFolder: output.isFolder, replacing: page.replace)
    if !quiet {
      Terminal.writeError("animconv: \(Diagnostics.printable(output.description)): \(count) bytes")
    }
    if !sweep.failures.isEmpty { throw ExitCode(1) }
  }
}

/// What is tried.
struct SweepGridOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Codecs to try: h264, hevc, av1, vp9 and vp8, separated by commas.", valueName: "list")
  )
  var codec: String

  @Option(
    help: ArgumentHelp(
      """
      Constant rate factors to try with each codec: 18,23,28, or 18..32/2 for every second one.
      """,
      valueName: "list"))
  var crf: String

  @Option(
    help: ArgumentHelp(
      """
      Scales to try, separated by commas: 1,50%,320x-1. Default: the input's size.
      """, valueName: "list"
    ))
  var scale: String?

  @Option(
    help: ArgumentHelp(
      """
      Suggest the smallest output whose mean SSIM is at least this, from 0.5 to 1.
      """, valueName: "s"))
  var ssim = 0.98

  @Option(
    help: ArgumentHelp(
      """
      Any other setting for all conversions, by name, such as encoder-preset=slow. Default: none.
      """, valueName: "name=value"))
  var set: [String] = []

  func validate() throws {
    if !(0.5...1).contains(ssim) {
      throw ValidationError("expected 0.5 to 1 for --ssim, but got \(ssim)")
    }
  }

  /// - Throws: `ValidationError`; `SweepError`.
  var combinations: [SweepSetting] {
    get throws {
      let codecs = try Self.words(codec).map { word in
        guard let codec = VideoCodec(rawValue: word), codec.crfRange != nil else {
          throw ValidationError(
            "expected h264, hevc, av1, vp9 or vp8 for --codec, but got '\(word)'")
        }
        return codec
      }
      guard !codecs.isEmpty else {
        throw ValidationError(
          "expected h264, hevc, av1, vp9 or vp8 for --codec, but got '\(codec)'")
      }
      guard let crfs = SweepSetting.numbers(crf) else {
        throw ValidationError(
          "expected numbers such as 18,23 or 18..32/2 for --crf, but got '\(crf)'")
      }
      let scales = try scale.map(Self.words) ?? []
      let setting = try ConversionSettings.Setting.named("scale")
      if let scale, scales.isEmpty {
        throw ValidationError("expected \(setting.expectation), but got '\(scale)'")
      }
      for scale in scales where !setting.accepts(scale) {
        throw ValidationError("expected \(setting.expectation), but got '\(scale)'")
      }
      do { return try SweepSetting.combinations(codecs, crfs: crfs, scales: scales) } catch {
        throw ValidationError(error.reasonAndRemedy)
      }
    }
  }

  /// Settings that would show another part or shape than the source.
  private static let refused = [
    "codec", "crf", "scale", "container", "crop", "fit", "bitrate",
    "lossless", "quality", "max-bytes",
  ]

  /// - Throws: `ValidationError`.
  func setRest(of settings: inout ConversionSettings) throws {
    try settings.set(pairs: set) { name in
      if Self.refused.contains(name) {
        throw ValidationError("\(name) cannot be set for all in a sweep")
      }
    }
  }

  /// Each once.
  private static func words(_ list: String) throws -> [String] {
    var known: Set<String> = []
    return list.split(separator: ",").map(String.init).filter { known.insert($0).inserted }
  }
}
