internal import AnimConv
internal import ArgumentParser

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a file against the requirements of a preset's platform.",
    discussion: """
      The file may come from any tool. Exits with 3 when a requirement is not met.
      """)

  @Argument(
    help: ArgumentHelp("The file, or a folder of frames.", valueName: "file"))
  var file: PathArgument

  @Option(
    help: ArgumentHelp("The preset, by name or as a file.", valueName: "preset"))
  var preset: PathArgument

  @Option(
    help: ArgumentHelp(
      "The preset's output to check against. Default: the one most like the file.",
      valueName: "name"))
  var output: String?

  @OptionGroup var folders: PresetFolderOptions

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let preset = try folders.library.load(preset)
    let result: PresetCheck
    do {
      result = try PresetCheck(file.path, against: preset, output: output)
    } catch let error as PresetError {
      throw ConversionError(error, file: preset.name)
    }
    if json {
      try Terminal.write(JSONText.encode(CheckJSON(result, preset: preset, file: file.description)))
    } else {
      try Terminal.write(CheckText.describe(result, preset: preset, file: file.description))
    }
    if let error = result.check.error {
      var failure = ConversionError(error, file: file.description)
      // What to do about it depends on the tool that wrote the file.
      failure.remedy = nil
      throw failure
    }
  }
}
