import Foundation
import PackagePlugin

/// Converts the animations of a target when it is built, into a folder `Animations` in the target's
/// bundle. The batch file `animations.json` in the target's folder lists them.
///
/// Converts only the files that have changed. Paths in the batch file are relative to it; all
/// outputs go to the build folder. The plugin runs the `animconv` on the PATH: as a dependency, it
/// would be compiled again in every package that uses the plugin. SwiftPM plans a build once and
/// remembers the plan, so a small program reads the batch file again at each build.
@main
struct AnimConvPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let folder = target.directoryURL
    let file = folder.appending(path: "animations.json")
    guard FileManager.default.fileExists(atPath: path(file)) else {
      Diagnostics.error(
        "\(path(file)): there is no such file, but \(target.name) uses AnimConvPlugin; add it, "
          + "or take the plugin from the target")
      return []
    }
    guard let program = program else {
      Diagnostics.error(
        "\(path(file)): AnimConvPlugin finds no animconv on the PATH; install it first")
      return []
    }
    let work = context.pluginWorkDirectoryURL
    return [
      .buildCommand(
        displayName: "Converting the animations of \(target.name)",
        executable: try context.tool(named: "ConvertAnimations").url,
        arguments: [path(program), path(file), path(work)],
        inputFiles: [file] + files(below: folder),
        outputFiles: [work.appending(path: "Animations")])
    ]
  }

  /// The installed command; nil if it is not on the PATH.
  private var program: URL? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { URL(fileURLWithPath: String($0)).appending(path: "animconv") }
      .first { FileManager.default.isExecutableFile(atPath: path($0)) }
  }

  /// Every file and folder, because a pattern may match a file that is added later.
  private func files(below folder: URL) -> [URL] {
    let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (found?.allObjects as? [URL] ?? []).filter { $0.pathExtension != "swift" }
      .sorted { $0.path < $1.path }
  }

  private func path(_ file: URL) -> String { file.path(percentEncoded: false) }
}
