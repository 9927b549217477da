import Foundation
import PackagePlugin

/// Converts the animations of a target when it is built, as the batch file `animations.json` in the
/// target's folder says, into resources of the target: a folder `Animations` in its bundle.
///
/// Only what has changed is converted again. Paths in the batch file are relative to it; outputs go
/// to the folder of the build and nowhere else. The `animconv` on the PATH does the work: as a
/// dependency, it would be built from its sources in every package that uses the plugin, and a second
/// time in its own. What SwiftPM runs is a small program that reads the batch file at each build:
/// planning, which it remembers, does not happen again when the file is edited.
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

  /// The installed command; nil when it is not on the PATH.
  private var program: URL? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { URL(fileURLWithPath: String($0)).appending(path: "animconv") }
      .first { FileManager.default.isExecutableFile(atPath: path($0)) }
  }

  /// Every file and folder: a pattern may match one that is added later.
  private func files(below folder: URL) -> [URL] {
    let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (found?.allObjects as? [URL] ?? []).filter { $0.pathExtension != "swift" }
      .sorted { $0.path < $1.path }
  }

  private func path(_ file: URL) -> String { file.path(percentEncoded: false) }
}
