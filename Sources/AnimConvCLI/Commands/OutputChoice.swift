internal import AnimConv
internal import ArgumentParser

/// Where an output goes and what kind it is, as OUT, `--sheet` and `--container` say together.
struct OutputChoice {
  /// OUT, or the folder of `--sheet`, which ends with a slash.
  let path: PathArgument
  /// The kind that is asked for whatever the path is; nil when that is left to the path.
  let askedKind: OutputKind?

  /// - Throws: `ValidationError` unless exactly one of OUT and `--sheet` says where the output goes.
  init(named: PathArgument?, sheetFolder: PathArgument?, container: OutputKind?) throws {
    switch (named, sheetFolder) {
    case (nil, nil): throw ValidationError("Missing expected argument '<out>'")
    case (_?, _?): throw ValidationError("OUT and --sheet cannot be used together")
    case (let named?, nil):
      path = named
      askedKind = container
    case (nil, let folder?):
      if let container, container != .sheet {
        throw ValidationError("--sheet and --container \(container) cannot be used together")
      }
      if folder.isStandardStream { throw ValidationError("--sheet takes a folder, not '-'") }
      path = folder.asFolder
      askedKind = .sheet
    }
  }

  /// The kind of output without a preset; nil when only what is on the disk can tell.
  var kind: OutputKind? { askedKind ?? (path.isFolder ? .frameFolder : kindOfName) }

  private var kindOfName: OutputKind? { OutputKind(of: path.path) }

  /// Where an output without a preset goes.
  ///
  /// - Throws: `ValidationError` for the name of a file that ends as a folder's, and for a folder
  ///   when the input has no name for a file in it.
  func target(for input: PathArgument) throws -> AnimationOutput {
    if path.isStandardStream { return .standardOutput }
    guard path.isFolder else { return .file(path.path) }
    switch (askedKind, kindOfName) {
    case (nil, let kind?) where kind != .frameFolder && kind != .imageSet:
      throw ValidationError(
        "expected a file's name for the output, but got a folder's: \(path.description)")
    case (let kind?, let own) where kind != .frameFolder && kind != own:
      return .file(try FolderTarget(path.path).path(for: input, kind))
    default: return .file(path.path)
    }
  }
}
