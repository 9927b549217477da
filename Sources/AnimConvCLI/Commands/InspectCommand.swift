internal import AnimConv
internal import AnimReport
internal import AnimTiming
internal import ArgumentParser
internal import Confining
internal import SystemPackage

struct InspectCommand: AsyncParsableCommand, SandboxedCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show a file's contents and timing, frame by frame.",
    discussion: """
      Shows each frame's stored delay, its duration under the delay policy, its rectangle and its \
      disposal. Also shows totals, the greatest common divisor of the durations and its slots, the \
      loop count and transparency.
      """)

  @Argument(
    help: ArgumentHelp(
      """
      The animation, a folder of frames, or a pattern such as 'f*.png'; '-' for standard input.
      """,
      valueName: "file"))
  var input: PathArgument

  @OptionGroup(title: SettingGroup.input.heading) var inputOptions: SettingArguments<Settings.Input>
  @OptionGroup(title: SettingGroup.pictureFiles.heading) var folder:
    SettingArguments<Settings.PictureFiles>
  @OptionGroup(title: SettingGroup.sheetCutting.heading) var sheet:
    SettingArguments<Settings.SheetCutting>
  @OptionGroup(title: SettingGroup.delays.heading) var delays: SettingArguments<Settings.Delays>

  @Flag(help: "Print JSON.")
  var json = false

  @Option(
    help: ArgumentHelp(
      """
      Write an HTML page that shows the animation, its timeline and its frames. A name ending in \
      '/' is a folder with the page, its code and its files. Default: none.
      """, valueName: "page"))
  var html: PathArgument?

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      """
      Show a strip of frames. By default it appears only if the terminal supports images (kitty, \
      iTerm2, Sixel); --preview draws coloured half blocks in other terminals.
      """))
  var preview: Bool?

  @OptionGroup(title: "Page") var page: ReportOptions

  @Flag(name: .shortAndLong, help: "Omit the list of frames.")
  var quiet = false

  @OptionGroup var sandbox: SandboxOptions

  func reach() throws -> Reach {
    var conversion = Conversion(input: input.input, output: .standardOutput)
    try settings.apply(to: &conversion)
    var reach = Reach.reading(conversion)
    if let html { reach.formUnion(.writing(html.path)) }
    return reach
  }

  private var settings: ConversionSettings {
    get throws { try ConversionSettings([inputOptions, folder, sheet, delays]) }
  }

  func validate() throws {
    if preview == true, html != nil || json {
      throw ValidationError("--preview and \(json ? "--json" : "--html") cannot be used together")
    }
    if html == nil {
      if page.noMedia { throw ValidationError("--no-media needs --html") }
      if page.replace { throw ValidationError("-y needs --html") }
    } else if input.isStandardStream || html?.isStandardStream == true {
      throw ValidationError("--html needs files, so '-' is invalid")
    } else if json {
      throw ValidationError("--html and --json cannot be used together")
    }
    do { try settings.checkCombination() } catch let error as SettingError { throw error.asUsage }
  }

  func run() async throws {
    let input = input.input
    var conversion = Conversion(input: input, output: .standardOutput)
    try settings.apply(to: &conversion)
    if let html {
      var options = Report.Options()
      options.reading = conversion.reading
      options.delays = conversion.timing.delays
      options.asked = conversion.askedSettings
      options.showsMedia = !page.noMedia
      try await page.write(
        to: html, source: self.input.path, outputs: [], options: options, replacing: false)
      return
    }
    let inspection = try Inspection(
      input, options: conversion.reading, policy: conversion.timing.delays,
      asked: conversion.askedSettings)
    if json {
      try Terminal.write(JSONText.encode(InspectionJSON(inspection)))
    } else {
      let strip = strip(of: input, inspection, options: conversion.reading)
      try Terminal.write(
        strip
          + InspectionText.describe(
            inspection, name: self.input.description, columns: Terminal.columns,
            color: Terminal.outputTakesColor, listsFrames: !quiet))
    }
  }

  /// Frames for the terminal; empty if it shows no images, or if the input can be read only once.
  private func strip(
    of input: AnimationInput, _ inspection: Inspection, options: ReadingOptions
  ) -> String {
    if preview == false { return "" }
    let isAskedFor = preview == true
    do {
      if let preview = Preview(isAskedFor: isAskedFor),
        let strip = try ThumbnailStrip(input, inspection, options: options, in: preview.room)
      {
        return try preview.text(strip) + Preview.caption(strip)
      }
      if isAskedFor {
        Terminal.writeError(
          "animconv: note: --preview needs a terminal with colours, and a file as input")
      }
      return ""
    } catch {
      // Otherwise the text reports problems with the frames.
      if isAskedFor { Terminal.writeError("animconv: note: no preview: \(error)") }
      return ""
    }
  }
}
