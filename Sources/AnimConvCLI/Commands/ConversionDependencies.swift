internal import AnimBatch
internal import AnimConv
internal import SystemPackage
internal import Watching

/// What `--depfile` writes for a conversion: a rule for each output, with all files that were read.
struct ConversionDependencies {
  /// Files of presets and of lists, which all outputs depend on.
  let settings: Set<FilePath>
  private var rules = Depfile()

  init(settings: Set<FilePath>) { self.settings = settings }

  /// Adds a conversion that has succeeded.
  ///
  /// - Parameter written: its outputs as they were named.
  /// - Complexity: surveys the inputs again; decodes no pixels.
  mutating func add(_ conversion: Conversion, written: [FilePath]) {
    var read = WatchedFiles()
    read.files = settings
    for part in conversion.input.parts {
      if case .path(let path) = part { read.add(path, options: conversion.reading) }
    }
    if case .file(let font)? = conversion.sheet.labelFont { read.files.insert(font) }
    let files = read.present
    for output in written { rules.add(output, dependsOn: files) }
  }

  /// What cannot be named in the rules, for a warning; nil if nothing is left out.
  var warning: String? {
    guard let file = rules.leftOut.first else { return nil }
    let more = rules.leftOut.count == 1 ? "" : " and \(rules.leftOut.count - 1) more"
    return
      "the dependency file leaves out '\(file.string)'\(more): Make and Ninja have no spelling "
      + "in common for a character of the name"
  }

  /// Writes the rules.
  ///
  /// - Throws: `ConversionError`, also if the file holds something else.
  func write(to path: FilePath) throws { try rules.write(to: path) }
}
