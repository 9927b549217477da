import Foundation
import PackagePlugin

/// Embeds every preset of the package's `Presets` folder in the library, so that presets are
/// maintained in one place only.
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
        // The folder changes when a file is added; SwiftPM does not run this plugin again for that.
        inputFiles: presets + [folder], outputFiles: [output])
    ]
  }
}
