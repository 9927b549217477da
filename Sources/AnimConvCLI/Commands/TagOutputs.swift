internal import AnimConv
internal import ArgumentParser
internal import SystemPackage
internal import TextFormats

/// `{tag}` in the path of an output: one output for each tag or animation of the input.
struct TagOutputs {
  private static let mark = "{tag}"
  /// The largest number of characters in a name, so that it fits into a file name.
  private static let maxLength = 80

  let conversion: Conversion

  /// The conversions of all tags; the conversion itself if its output has no `{tag}`.
  ///
  /// - Throws: `ValidationError` if one tag is selected or the input has none, and
  ///   ``ConversionError``.
  func conversions() throws -> [Conversion] {
    guard case .file(let path) = conversion.output, path.string.contains(Self.mark),
      !conversion.namesEachFrame
    else { return [conversion] }
    if conversion.reading.sheet.tag != nil {
      throw ValidationError("{tag} writes every tag, so it cannot be used with --tag")
    }
    if case .animations = conversion.input {
      throw ValidationError("{tag} stands for the animations of one input, and there are several")
    }
    if case .standardInput = conversion.input {
      throw ValidationError("{tag} reads the input several times, so it cannot be '-'")
    }
    let names = try Inspection(conversion.input, options: conversion.reading).source.animations
      .map(\.name)
    guard !names.isEmpty else {
      throw ValidationError(
        "the output is to have {tag} in its name, but the input has no tags or animations")
    }
    return zip(names, Self.safe(names)).map { name, safe in
      var one = conversion
      one.reading.sheet.tag = name
      one.output = .file(FilePath(path.string.replacing(Self.mark, with: safe)))
      return one
    }
  }

  /// Names that are valid in file names and differ even if case is ignored.
  static func safe(_ names: [String]) -> [String] {
    var unique = UniqueNames(ignoringCase: true)
    return names.map { name in
      let safe = String(
        name.prefix(maxLength).map {
          $0.unicodeScalars.contains(where: isRefusedInFileNames) ? "-" : $0
        })
      return unique.add(safe.isEmpty || safe.hasPrefix(".") ? "_" + safe : safe)
    }
  }
}
