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
    let presets = try Self.all(of: library)
    try Terminal.write(
      json ? JSONText.encode(presets.map(PresetJSON.init)) : Self.list(presets))
  }

  /// Prints what the command prints without arguments. Parsing none would take a third of the time.
  static func listAll() throws { try Terminal.write(list(all(of: PresetLibrary()))) }

  private static func all(of library: PresetLibrary) throws -> [Preset] {
    try library.names.map { try library.load($0) }
  }

  private static func list(_ presets: [Preset]) -> String {
    PresetText.list(presets, columns: Terminal.columns)
  }
}
