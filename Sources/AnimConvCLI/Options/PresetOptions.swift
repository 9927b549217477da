internal import AnimConv
internal import ArgumentParser
internal import SystemPackage

/// Where presets come from.
struct PresetFolderOptions: ParsableArguments {
  @Option(
    name: .customLong("preset-dir"),
    help: ArgumentHelp(
      """
      A folder of preset files, searched before $XDG_CONFIG_HOME/animconv/presets and the built-in \
      ones; may be given several times.
      """, valueName: "folder"))
  var presetFolders: [PathArgument] = []

  var library: PresetLibrary { PresetLibrary(folders: presetFolders.map(\.path)) }
}

/// A complete set of choices under the options.
struct PresetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Start from this preset, by name or as a file; options override it. OUT is then one of its \
      files, a name without extension for all of them, or a folder that ends in '/'.
      """, valueName: "preset"))
  var preset: PathArgument?

  @OptionGroup var folders: PresetFolderOptions

  /// - Throws: `ValidationError` when folders are given in which nothing is looked for.
  func checkFolders() throws {
    if preset == nil, !folders.presetFolders.isEmpty {
      throw ValidationError("--preset-dir needs --preset")
    }
  }

  /// The preset that was asked for.
  func load() throws -> Preset? { try preset.map { try folders.library.load($0) } }

  /// Every file that the preset is read from, also when one of them is broken.
  var files: Set<FilePath> {
    guard let preset else { return [] }
    let loaded = try? folders.library.load(preset)
    var files = Set(loaded?.files ?? [])
    if preset.namesFile {
      files.insert(preset.path)
    } else if let path = folders.library.path(of: preset.description) {
      files.insert(path)
    }
    return files
  }
}

extension PathArgument {
  /// Whether it is the file of a preset, and not a preset's name.
  fileprivate var namesFile: Bool {
    bytes.contains(UInt8(ascii: "/")) || fileExtension == "json"
  }
}

extension PresetLibrary {
  /// The preset that an argument names, with errors that name it.
  func load(_ argument: PathArgument) throws -> Preset {
    if argument.namesFile {
      do throws(PresetError) { return try preset(at: argument.path) } catch {
        throw ConversionError(error, file: argument.description)
      }
    }
    return try load(argument.description)
  }

  /// The preset of a name, with errors that name it.
  func load(_ name: String) throws -> Preset {
    do throws(PresetError) { return try preset(named: name) } catch {
      let isUnknown = if case .unknown = error { true } else { false }
      throw ConversionError(error, file: isUnknown ? nil : path(of: name)?.string ?? name)
    }
  }
}

extension ConversionError {
  /// A stage's failure, about a file when there is one.
  init(_ failure: any StageFailure, file: String?) {
    self.init(
      stage: failure.stage, kind: failure.kind, file: file, frame: failure.frame,
      reason: failure.reason, remedy: failure.remedy, underlying: failure)
  }
}
