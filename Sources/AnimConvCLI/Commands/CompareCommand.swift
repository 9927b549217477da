internal import AnimConv
internal import ArgumentParser
internal import Confining
internal import SystemPackage

struct CompareCommand: AsyncParsableCommand, SandboxedCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Measure how an output differs from its source, frame by frame.",
    discussion: """
      Compares each frame of an output with the frame that the source shows at that time, at the \
      output's size: SSIM of luma, SSIMULACRA2 (mean, 10th percentile and worst frame, weighted by \
      time; 100 is identical, 90 visually lossless, 70 high, 50 medium), PSNR, alpha, start times \
      and bytes. The outputs may come from any tool.
      """)

  @Argument(
    help: ArgumentHelp(
      """
      The animation, a folder of frames, or a pattern such as 'f*.png'; '-' for standard input.
      """,
      valueName: "source"))
  var source: PathArgument

  @Argument(help: ArgumentHelp("The outputs to compare with it.", valueName: "output"))
  var outputs: [PathArgument]

  @OptionGroup(title: SettingGroup.input.heading) var inputOptions: SettingArguments<Settings.Input>
  @OptionGroup(title: SettingGroup.pictureFiles.heading) var folder:
    SettingArguments<Settings.PictureFiles>
  @OptionGroup(title: SettingGroup.sheetCutting.heading) var sheet:
    SettingArguments<Settings.SheetCutting>
  @OptionGroup(title: SettingGroup.delays.heading) var delays: SettingArguments<Settings.Delays>

  @Option(
    help: ArgumentHelp(
      "Background colour for comparing transparent frames. Default: white.", valueName: "color"),
    transform: RGBColor.init(argument:))
  var matte: RGBColor = .white

  @Flag(help: "Print JSON, with every frame.")
  var json = false

  @OptionGroup var sandbox: SandboxOptions

  func reach() throws -> Reach {
    var conversion = Conversion(input: source.input, output: .standardOutput)
    try settings.apply(to: &conversion)
    var reach = Reach.reading(conversion)
    for output in outputs { reach.formUnion(.reading(output.path)) }
    return reach
  }

  private var settings: ConversionSettings {
    get throws { try ConversionSettings([inputOptions, folder, sheet, delays]) }
  }

  func validate() throws {
    if outputs.isEmpty { throw ValidationError("expected an output to compare with the source") }
    if outputs.contains(where: \.isStandardStream) {
      throw ValidationError("only the source can be standard input")
    }
    if source.isStandardStream, outputs.count > 1 {
      throw ValidationError("standard input can be compared with one output only")
    }
    do { try settings.checkCombination() } catch let error as SettingError { throw error.asUsage }
  }

  func run() async throws {
    var conversion = Conversion(input: source.input, output: .standardOutput)
    try settings.apply(to: &conversion)
    var options = OutputComparison.Options()
    options.reading = conversion.reading
    options.delays = conversion.timing.delays
    options.matte = matte
    options.asked = conversion.askedSettings
    var found: [(name: String, comparison: OutputComparison)] = []
    for output in outputs {
      let comparison = try await OutputComparison(
        of: .path(output.path), with: conversion.input, options: options)
      if json {
        found.append((output.description, comparison))
      } else {
        try Terminal.write(
          ComparisonText.describe(
            comparison, source: source.description, output: output.description))
      }
    }
    if json {
      try Terminal.write(
        JSONText.encode(found.map { ComparisonJSON($0.comparison, output: $0.name) }))
    }
  }
}
