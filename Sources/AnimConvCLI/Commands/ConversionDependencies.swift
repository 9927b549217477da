internal import AnimBatch
internal import AnimConv
internal import SystemPackage
internal import Watching

/// What `--depfile` writes for a conversion: a rule for each output, with all files that were read.
struct ConversionDependencies {
  /// Preset files, which all outputs depend on.
  let presets: Set<FilePath>
  private var rules = Depfile()

  init(presets: Set<FilePath>) { self.presets = presets }

  /// Adds a conversion that has succeeded.
  ///
  /// - Parameter written: its outputs as they were named.
  /// - Complexity: surveys the inputs again; decodes no pixels.
  mutating func add(_ conversion: Conversion, written: [FilePath]) {
    var read = WatchedFiles()
    read.files = presets
    for part in conversion.input.parts {
      if case .path(let path) = part { read.add(path, options: conversion.reading) }
    }
    if case .file(let font)? = conversion.sheet.labelFont { read.files.insert(font) }
    let files = read.present
    for output in written { rules.add(output, dependsOn: files) }
  }

  /// Writes the rules.
  ///
  /// - Throws: `ConversionError`.
  func write(to path: FilePath) throws { try Depfile.write(rules.bytes, to: path) }
}
