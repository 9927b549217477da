import Foundation
import PackagePlugin

/// Converts the animations of a target when it is built, as the batch file `animations.json` in the
/// target's folder says, into resources of the target: a folder `Animations` in its bundle.
///
/// Only what has changed is converted again. Paths in the batch file are relative to it; outputs go
/// to the folder of the build and nowhere else. The `animconv` on the PATH does the work: as a
/// dependency, it would be built from its sources in every package that uses the plugin, and a second
/// time in its own.
@main
struct AnimConvPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let folder = target.directoryURL
    let file = folder.appending(path: "animations.json")
    guard FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) else {
      Diagnostics.error("\(target.name) uses AnimConvPlugin and has no animations.json")
      return []
    }
    guard let program = program else {
      Diagnostics.error("AnimConvPlugin finds no animconv on the PATH; install it first")
      return []
    }
    let work = context.pluginWorkDirectoryURL
    let batch = work.appending(path: "animations.json")
    try write(try derived(from: file, of: folder), to: batch)
    return [
      .buildCommand(
        displayName: "Converting the animations of \(target.name)",
        executable: program,
        arguments: ["batch", batch.path(percentEncoded: false), "--quiet", "--prune"],
        inputFiles: [file, batch] + files(below: folder),
        outputFiles: [work.appending(path: "Animations")])
    ]
  }

  /// The installed command; nil when it is not on the PATH.
  private var program: URL? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { URL(fileURLWithPath: String($0)).appending(path: "animconv") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false)) }
  }

  /// The batch file with absolute inputs and with its outputs in one folder beside it: a build writes
  /// nothing among the sources.
  private func derived(from file: URL, of folder: URL) throws -> Data {
    let content = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    guard var batch = content as? [String: Any], let jobs = batch["jobs"] as? [[String: Any]]
    else { throw Failure(text: "\(file.lastPathComponent) is no batch file: it has no jobs") }
    batch["$schema"] = nil
    batch["out"] = "Animations"
    batch["jobs"] = jobs.map { job in
      var job = job
      let inputs = job["inputs"] as? [String] ?? [job["inputs"] as? String].compactMap { $0 }
      job["inputs"] = inputs.map { folder.appending(path: $0).path(percentEncoded: false) }
      // A preset by its path is beside the batch file, too.
      if let preset = job["preset"] as? String, !preset.hasPrefix("/"),
        preset.contains("/") || preset.hasSuffix(".json")
      {
        job["preset"] = folder.appending(path: preset).path(percentEncoded: false)
      }
      return job
    }
    return try JSONSerialization.data(
      withJSONObject: batch, options: [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes])
  }

  /// Leaves a file alone that says the same, so that nothing is built because of it.
  private func write(_ data: Data, to file: URL) throws {
    if let old = try? Data(contentsOf: file), old == data { return }
    try data.write(to: file, options: .atomic)
  }

  /// Every file and folder: a pattern may match one that is added later.
  private func files(below folder: URL) -> [URL] {
    let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (found?.allObjects as? [URL] ?? []).filter { $0.pathExtension != "swift" }
      .sorted { $0.path < $1.path }
  }

  private struct Failure: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
  }
}
