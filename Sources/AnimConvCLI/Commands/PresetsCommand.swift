internal import AnimConv
internal import ArgumentParser

struct PresetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "presets",
    abstract: "List the presets, or show one in full.",
    discussion: """
      A preset is a JSON file with settings (named like options), outputs, and a platform's \
      requirements with their sources.
      """)

  @Argument(
    help: ArgumentHelp("The preset, by name or as a file. Default: all.", valueName: "name"))
  var name: PathArgument?

  @OptionGroup var folders: PresetFolderOptions

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let library = folders.library
    if let name {
      let preset = try library.load(name)
      try Terminal.write(json ? JSONText.encode(PresetJSON(preset)) : PresetText.describe(preset))
      return
    }
    var presets: [Preset] = []
    for name in library.names { presets.append(try library.load(name)) }
    try Terminal.write(
      json
        ? JSONText.encode(presets.map(PresetJSON.init))
        : PresetText.list(presets, columns: Terminal.columns))
  }
}
