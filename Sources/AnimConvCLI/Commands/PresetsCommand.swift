internal import AnimConv
internal import ArgumentParser

struct PresetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "presets",
    abstract: "List the presets, or tell all about one.",
    discussion: """
      A preset is a JSON file: settings by the names of options, outputs, and what a platform asks \
      of them with the page that says so.
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
