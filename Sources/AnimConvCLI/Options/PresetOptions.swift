internal import AnimConv
internal import ArgumentParser
internal import Confining
internal import SystemPackage

/// The folders of presets.
struct PresetFolderOptions: ParsableArguments {
  @Option(
    name: .customLong("preset-dir"),
    help: ArgumentHelp(
      """
      Folder with preset files, searched before $XDG_CONFIG_HOME/animconv/presets and the \
      built-in presets. May be repeated. Default: none.
      """, valueName: "folder"))
  var presetFolders: [PathArgument] = []

  var library: Preset.Library { Preset.Library(folders: presetFolders.map(\.path)) }

  /// What is needed to load presets.
  ///
  /// - Parameter preset: one that may be a file.
  func reach(of preset: PathArgument?, isWatched: Bool = false) -> Reach {
    var reach = Reach(reading: Set(presetFolders.map(\.path)))
    if let folder = Preset.Library.userFolder { reach.reading.insert(folder) }
    if let preset, preset.namesFile {
      reach.formUnion(.reading(preset.path, isWatched: isWatched))
    }
    return reach
  }
}

/// A preset as the base of other options.
struct PresetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Preset to start from, by name or as a file; other options override it. OUT is one of its \
      files, a name without extension for all of them, or a folder ending in '/'. Default: none.
      """, valueName: "preset"))
  var preset: PathArgument?

  @OptionGroup var folders: PresetFolderOptions

  /// - Throws: `ValidationError` if folders are given without a preset.
  func checkFolders() throws {
    if preset == nil, !folders.presetFolders.isEmpty {
      throw ValidationError("--preset-dir needs --preset")
    }
  }

  /// The selected preset.
  func load() throws -> Preset? { try preset.map { try folders.library.load($0) } }

  /// Every file that the preset is read from, even if one of them is invalid.
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
  /// Whether it is a preset's file rather than its name.
  fileprivate var namesFile: Bool {
    bytes.contains(UInt8(ascii: "/")) || fileExtension == "json"
  }
}

extension Preset.Library {
  /// The preset for an argument, with errors that name it.
  func load(_ argument: PathArgument) throws -> Preset {
    if argument.namesFile {
      do throws(PresetError) { return try preset(at: argument.path) } catch {
        throw ConversionError(error, file: argument.description)
      }
    }
    return try load(argument.description)
  }

  /// The preset with a name, with errors that name it.
  func load(_ name: String) throws -> Preset {
    do throws(PresetError) { return try preset(named: name) } catch {
      let isUnknown = if case .unknown = error { true } else { false }
      throw ConversionError(error, file: isUnknown ? nil : path(of: name)?.string ?? name)
    }
  }
}

extension ConversionError {
  /// A stage's failure, with the file concerned if there is one.
  init(_ failure: any StageFailure, file: String?) {
    self.init(
      stage: failure.stage, kind: failure.kind, code: failure.code, file: file,
      frame: failure.frame,
      reason: failure.reason,
      remedy: failure.remedy ?? Self.remedyOutside(failure, file: file), underlying: failure)
  }
}
