public import SystemPackage

/// A named, complete set of choices for a platform, an engine or a player, with the requirements
/// for its files.
///
/// ```swift
/// let preset = try PresetLibrary().preset(named: "web-hero")
/// for output in preset.outputs {
///   let conversion = try output.conversion(
///     from: "in.gif", to: .file(output.path(for: "dist/in")))
///   try await Converter(conversion).run()
/// }
/// ```
public struct Preset: Sendable, Hashable {
  /// The name by which it is selected.
  public let name: String
  /// The purpose of the preset, in a sentence or two.
  public let description: String
  /// The task by which lists group it.
  package let task: PresetTask
  /// At least one; in file order.
  public let outputs: [Preset.Output]
  /// The files that it was read from, including those it extends; without built-in presets.
  public internal(set) var files: [FilePath] = []

  /// The output with this name.
  ///
  /// - Throws: ``PresetError/unknownOutput(name:known:)``.
  public func output(named name: String) throws(PresetError) -> Preset.Output {
    if let output = outputs.first(where: { $0.name == name }) { return output }
    throw .unknownOutput(name: name, known: outputs.map(\.name))
  }
}
