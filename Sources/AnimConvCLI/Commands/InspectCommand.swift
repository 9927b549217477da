internal import AnimConv
internal import AnimTiming
internal import ArgumentParser
internal import SystemPackage

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show what is in a file and how it is read, frame by frame.",
    discussion: """
      Shows every frame's raw delay and the duration that the policy decides, its rectangle and \
      disposal; totals, the greatest common divisor and its slots, plays, transparency.
      """)

  @Argument(
    help: ArgumentHelp(
      "The animation, a folder of frames, or a pattern such as 'f*.png'; '-' for standard input.",
      valueName: "file"))
  var input: PathArgument

  @OptionGroup(title: SettingGroup.input.heading) var inputOptions: InputOptions
  @OptionGroup(title: SettingGroup.input.heading) var rate: RateOptions
  @OptionGroup(title: SettingGroup.pictureFiles.heading) var folder: FolderOptions
  @OptionGroup(title: SettingGroup.sheetCutting.heading) var sheet: SheetCuttingOptions
  @OptionGroup(title: SettingGroup.delays.heading) var delays: DelayOptions

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(name: .shortAndLong, help: "Leave out the list of frames.")
  var quiet = false

  private var settings: ConversionSettings {
    get throws { try ConversionSettings([inputOptions, rate, folder, sheet, delays]) }
  }

  func validate() throws {
    do { try settings.checkCombination() } catch let error as SettingError { throw error.asUsage }
  }

  func run() throws {
    let input = input.isStandardStream ? AnimationInput.standardInput : .path(input.path)
    var conversion = Conversion(input: input, output: .standardOutput)
    try settings.apply(to: &conversion)
    let inspection = try Inspection(
      input, options: conversion.reading, policy: conversion.timing.delays,
      asked: conversion.askedSettings)
    if json {
      try Terminal.write(JSONText.encode(InspectionJSON(inspection)))
    } else {
      try Terminal.write(
        InspectionText.describe(
          inspection, name: self.input.description, columns: Terminal.columns,
          color: Terminal.outputTakesColor, listsFrames: !quiet))
    }
  }
}
