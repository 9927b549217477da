internal import AnimConv
internal import ArgumentParser
internal import SystemPackage
internal import TextFormats

/// `{tag}` in the path of an output, or `--each-tag`: one output for each tag or animation of the input.
struct TagOutputs {
  private static let mark = "{tag}"
  /// The largest number of characters in a name, so that it fits into a file name.
  private static let maxLength = 80

  let conversion: Conversion
  /// Whether `--each-tag` is given, which needs no `{tag}`.
  var isAsked = false

  /// The conversions of all tags; the conversion itself if its output has no `{tag}`.
  ///
  /// - Throws: `ValidationError` if one tag is selected or the input has none, and
  ///   ``ConversionError``.
  func conversions() throws -> [Conversion] {
    guard let path = try markedPath else { return [conversion] }
    let mark = isAsked ? "--each-tag" : Self.mark
    if conversion.reading.sheet.tag != nil {
      throw ValidationError("\(mark) writes every tag, so it cannot be used with --tag")
    }
    if case .animations = conversion.input {
      throw ValidationError("\(mark) stands for the animations of one input, and there are several")
    }
    if case .standardInput = conversion.input {
      throw ValidationError("\(mark) reads the input several times, so it cannot be '-'")
    }
    let names = try Inspection(conversion.input, options: conversion.reading).source.animations
      .map(\.name)
    guard !names.isEmpty else {
      throw ValidationError(
        isAsked
          ? "--each-tag needs tags or animations, and the input has none"
          : "the output is to have {tag} in its name, but the input has no tags or animations")
    }
    return zip(names, Self.safe(names)).map { name, safe in
      var one = conversion
      one.reading.sheet.tag = name
      one.output = .file(FilePath(path.string.replacing(Self.mark, with: safe)))
      one.makesFolder = one.makesFolder || isAsked
      return one
    }
  }

  /// The path with `{tag}` in it; nil if there is one output for the whole input.
  ///
  /// - Throws: `ValidationError` if the output has a name for each frame, or is not a file.
  private var markedPath: FilePath? {
    get throws {
      guard case .file(let path) = conversion.output else {
        if isAsked {
          throw ValidationError("--each-tag writes several files, so OUT cannot be '-'")
        }
        return nil
      }
      if conversion.namesEachFrame {
        if isAsked {
          throw ValidationError(
            "--each-tag cannot be used with a name for each frame; write {tag} in it")
        }
        return nil
      }
      if path.string.contains(Self.mark) { return path }
      return isAsked ? try Self.marked(path, conversion) : nil
    }
  }

  /// `hero-{tag}.gif` for `hero.gif`; in a folder, `{tag}` in place of the input's name.
  private static func marked(_ path: FilePath, _ conversion: Conversion) throws -> FilePath {
    if conversion.kind?.isFolder == true, path.extension == nil { return path.appending(mark) }
    let stem = path.stem ?? ""
    var name = "\(stem)-\(mark)"
    if conversion.makesFolder, case .path(let input) = conversion.input, let own = input.stem,
      stem.hasPrefix(own)
    {
      name = mark + stem.dropFirst(own.count)
    }
    let ending = path.extension.map { ".\($0)" } ?? ""
    return path.removingLastComponent().appending(name + ending)
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
