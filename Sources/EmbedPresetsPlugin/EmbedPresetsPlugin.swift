import Foundation
import PackagePlugin

/// Puts every preset of the package's `Presets` folder into the library, so that the folder is the
/// one place where presets are written down.
@main
struct EmbedPresetsPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = context.package.directoryURL.appending(path: "Presets")
    let presets = try FileManager.default
      .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "json" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
    let output = context.pluginWorkDirectoryURL.appending(path: "BuiltinPresets.swift")
    return [
      .buildCommand(
        displayName: "Embedding presets",
        executable: try context.tool(named: "EmbedPresets").url,
        arguments: [output, folder].map { $0.path(percentEncoded: false) },
        // The folder changes when a file is added to it, without this plugin being asked again.
        inputFiles: presets + [folder], outputFiles: [output])
    ]
  }
}
