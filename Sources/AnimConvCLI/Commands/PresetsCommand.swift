internal import AnimConv
internal import ArgumentParser
internal import Confining

struct PresetsCommand: ParsableCommand, SandboxedCommand {
  static let configuration = CommandConfiguration(
    commandName: "presets",
    abstract: "List the presets by task, or show one in full.",
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

  @Flag(help: "Print a preset file with the same choices, to edit and save: name.json.")
  var template = false

  @OptionGroup var sandbox: SandboxOptions

  func reach() -> Reach { folders.reach(of: name) }

  func validate() throws {
    if template, name == nil {
      throw ValidationError("--template needs a preset, such as web-hero")
    }
    if template, json { throw ValidationError("--template and --json cannot be used together") }
  }

  func run() throws {
    let library = folders.library
    if let name {
      let preset = try library.load(name)
      if template { return try Terminal.write(preset.template(named: "my-" + preset.name)) }
      try Terminal.write(json ? JSONText.encode(PresetJSON(preset)) : PresetText.describe(preset))
      return
    }
    let presets = try Self.all(of: library)
    try Terminal.write(
      json ? JSONText.encode(presets.map(PresetJSON.init)) : Self.list(presets))
  }

  /// Prints the list of `presets` without arguments. Skipping the parser saves a third of the time.
  static func listAll() throws { try Terminal.write(list(all(of: Preset.Library()))) }

  private static func all(of library: Preset.Library) throws -> [Preset] {
    try library.names.map { try library.load($0) }
  }

  private static func list(_ presets: [Preset]) -> String {
    PresetText.list(presets, columns: Terminal.helpColumns)
  }
}
