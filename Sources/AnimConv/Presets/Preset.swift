public import SystemPackage

/// A named, complete set of output choices: what to write for a platform, an engine or a player,
/// and what it asks of the files.
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
  /// Its name, as it is asked for.
  public let name: String
  /// What it is for, in a sentence or two.
  public let description: String
  /// At least one; in the order of the file.
  public let outputs: [PresetOutput]
  /// The files that it was read from, those it extends included; not what is built in.
  public internal(set) var files: [FilePath] = []

  /// The output of this name.
  ///
  /// - Throws: ``PresetError/unknownOutput(name:known:)``.
  public func output(named name: String) throws(PresetError) -> PresetOutput {
    if let output = outputs.first(where: { $0.name == name }) { return output }
    throw .unknownOutput(name: name, known: outputs.map(\.name))
  }
}
