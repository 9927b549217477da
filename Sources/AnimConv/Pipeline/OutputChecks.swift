internal import AnimPlay
internal import CLibrary
internal import OutputFiles
internal import Reading
internal import Stages
package import SystemPackage

/// Refuses outputs that exist or that are the input, before any work is done. Later changes are
/// detected when the output is published.
struct OutputChecks {
  let conversion: Conversion

  /// Runs the checks that do not need the input. Completes or reverts an output that a killed
  /// process left half published.
  ///
  /// - Throws: ``OutputError``, or ``ConversionError`` if the input is missing.
  func checkBeforeSurvey() throws {
    conversion.settleInterruptedOutput()
    // Without a kind there is no plan; that is reported once the input was found.
    guard case .file(let path) = conversion.output, let kind = try? conversion.settledKind
    else { return }
    if kind.isFolder {
      try check(folder: path)
      return
    }
    let files = kind.definition.certainFiles(conversion, at: path)
    for file in files where file == path || !files.contains(path) {
      try ConversionError.telling(file: file.string, .writing) { try check([file]) }
    }
  }

  /// Checks every file of a plan, also against the files that the input names.
  ///
  /// - Throws: like ``checkBeforeSurvey()``.
  func check(_ plan: Conversion.Plan, _ source: any FrameSource) throws {
    let paths = plan.content.paths
    if !plan.kind.isFolder {
      for path in paths {
        try ConversionError.telling(file: path.string, .writing) { try check([path]) }
      }
    }
    guard let source = source as? any FileReading else { return }
    for path in paths {
      if let status = FileStatus(of: path, followingLinks: true), status.isRegularFile,
        try source.reads(status)
      {
        throw OutputError.isInput(path)
      }
    }
  }

  /// The output is neither the input itself nor a folder that contains the input.
  private func check(folder path: FilePath) throws {
    for case .path(let input) in conversion.input.parts {
      guard let status = FileStatus(of: path, followingLinks: true) else { continue }
      for other in input.withFoldersAround {
        if FileStatus(of: other, followingLinks: true)?.isSameFile(as: status) == true {
          throw OutputError.sameAsInput
        }
      }
    }
    do {
      try OutputFolder.check(path, replacing: conversion.overwriting == .replace)
    } catch OutputError.folderExists {
      try checkInput()
      throw OutputError.folderExists
    }
  }

  private func check(_ paths: [FilePath]) throws {
    for path in paths {
      guard let status = FileStatus(of: path, followingLinks: true) else {
        let dangling = FileStatus(of: path, followingLinks: false) != nil
        if dangling && conversion.overwriting == .refuse { throw OutputError.exists }
        continue
      }
      if status.isFolder { throw OutputError.isFolder }
      for case .path(let input) in conversion.input.parts {
        if FileStatus(of: input, followingLinks: true)?.isSameFile(as: status) == true {
          throw OutputError.sameAsInput
        }
      }
      if status.isRegularFile && conversion.overwriting == .refuse {
        try checkInput()
        throw OutputError.exists
      }
    }
  }

  /// A missing input is reported before anything about the output.
  private func checkInput() throws {
    for case .path(let path) in conversion.input.parts {
      if FileStatus(of: path, followingLinks: true) == nil, errno == ENOENT,
        FrameFolderRequest(path) == nil
      {
        throw ConversionError.wrapping(ReadingError.notFound, file: path.string, stage: .reading)
      }
    }
  }
}

extension FilePath {
  /// The path and its parent folders as written.
  package var withFoldersAround: [FilePath] {
    var around = [self]
    var folder = self
    while folder.removeLastComponent() { around.append(folder.isEmpty ? "." : folder) }
    return around
  }
}
