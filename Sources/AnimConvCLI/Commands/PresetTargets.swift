internal import AnimConv
internal import ArgumentParser
internal import SystemPackage

/// Selects the outputs of a preset for a command line, with their paths.
enum PresetTargets {
  /// Extensions of media that animconv does not write. A name with one of them is a mistake rather
  /// than a common name of a preset's files.
  private static let unwritten: Set<String> = [
    "3gp", "asf", "avi", "bmp", "flv", "heic", "jpeg", "jpg", "m2ts", "mkv", "mpeg",
    "mpg", "mts", "mxf", "ogg", "ogv", "psd", "svg", "swf", "tif", "tiff", "ts", "wmv",
  ]

  /// - Parameters:
  ///   - output: a folder with a trailing `/` receives files named after the input; a path with the
  ///     extension of a preset's file is that file; any other path is the common start of all
  ///     files' names.
  ///   - kind: the kind from `--container`.
  ///   - anyTarget: the destination for a preset's output without a kind.
  static func resolve(
    _ preset: Preset, input: PathArgument, output: PathArgument, kind: OutputKind?,
    anyTarget: () throws -> AnimationOutput
  ) throws -> [(output: Preset.Output, target: AnimationOutput)] {
    let wanted = preset.outputs.filter { output in
      switch (kind, output.format) {
      case (nil, _), (_, .any): true
      case (let kind?, .kind(let own)): kind == own
      }
    }
    guard let first = wanted.first else {
      throw ValidationError("the preset \(preset.name) has no output of that --container")
    }
    if output.isStandardStream { return [(first, .standardOutput)] }
    if first.format == .any { return [(first, try anyTarget())] }

    if output.isFolder {
      if first.fileExtension == nil { return [(first, .file(output.path))] }
      let stem = try FolderTarget(output.path).stem(for: input)
      return wanted.map { ($0, .file($0.path(for: stem))) }
    }
    let ending = output.fileExtension
    let exact = wanted.filter { $0.fileExtension == ending }
    let same = exact.isEmpty ? wanted.filter { $0.takes(ending) } : exact
    if !same.isEmpty {
      let stem = output.path.stem ?? ""
      let named = same.first { !$0.suffix.isEmpty && stem.hasSuffix($0.suffix) }
      return [(named ?? same[0], .file(output.path))]
    }
    if Preset.Output.Format(fileExtension: ending) != nil || unwritten.contains(ending) {
      var known: [String] = []
      for name in preset.outputs.compactMap(\.fileExtension) where !known.contains(".\(name)") {
        known.append(".\(name)")
      }
      throw ValidationError(
        "the preset \(preset.name) writes \(known.joined(separator: ", ")) and no .\(ending)")
    }
    return wanted.map { ($0, .file($0.path(for: output.path))) }
  }
}
