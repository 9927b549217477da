internal import AnimConv
internal import ArgumentParser
internal import Confining

struct CheckCommand: ParsableCommand, SandboxedCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a file against one platform's requirements, or all.",
    discussion: """
      The file may come from any tool. With --preset, exits with 3 when a requirement is not met. \
      Without, lists the platforms that accept the file and says why the others refuse it.
      """)

  @Argument(
    help: ArgumentHelp("The file, or a folder of frames.", valueName: "file"))
  var file: PathArgument

  @Option(
    help: ArgumentHelp(
      "The platform's preset, by name or as a file. Default: every preset with requirements.",
      valueName: "preset"))
  var preset: PathArgument?

  @Option(
    help: ArgumentHelp(
      """
      Name of the preset's output to check against. Default: the output most similar to the file.
      """,
      valueName: "name"))
  var output: String?

  @OptionGroup var folders: PresetFolderOptions

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var sandbox: SandboxOptions

  func reach() -> Reach {
    var reach = folders.reach(of: preset)
    reach.formUnion(.reading(file.path))
    return reach
  }

  func validate() throws {
    if output != nil, preset == nil { throw ValidationError("--output needs --preset") }
  }

  func run() throws {
    guard let preset else { return try checkAll() }
    try check(against: try folders.library.load(preset))
  }

  /// Lists the result for each platform; this never fails.
  private func checkAll() throws {
    let library = folders.library
    let presets = try library.names.map { try library.load($0) }
    let results = try Preset.Check.all(file.path, against: presets)
    let file = file.description
    if json {
      let documents = results.map { CheckJSON($0, preset: $0.output.presetName, file: file) }
      try Terminal.write(JSONText.encode(documents))
    } else {
      try Terminal.write(
        CheckText.describe(results, file: file, columns: Terminal.helpColumns))
    }
  }

  private func check(against preset: Preset) throws {
    let result: Preset.Check
    do {
      result = try Preset.Check(file.path, against: preset, output: output)
    } catch let error as PresetError {
      throw ConversionError(error, file: preset.name)
    }
    if json {
      try Terminal.write(
        JSONText.encode(CheckJSON(result, preset: preset.name, file: file.description)))
    } else {
      try Terminal.write(CheckText.describe(result, preset: preset, file: file.description))
    }
    if let error = result.check.error {
      var failure = ConversionError(error, file: file.description)
      // The remedy depends on the tool that wrote the file.
      failure.remedy = nil
      throw failure
    }
  }
}
