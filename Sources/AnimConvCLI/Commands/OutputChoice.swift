internal import AnimConv
internal import ArgumentParser

/// The destination and kind of an output, from OUT, `--sheet` and `--container`.
struct OutputChoice {
  /// OUT, or the folder of `--sheet` with a trailing slash.
  let path: PathArgument
  /// The requested kind; nil if the path decides.
  let askedKind: OutputKind?

  /// Whether settings specify cells.
  private let hasCells: Bool

  /// - Throws: `ValidationError` unless exactly one of OUT and `--sheet` is given.
  init(
    named: PathArgument?, sheetFolder: PathArgument?, container: OutputKind?, hasCells: Bool
  ) throws {
    self.hasCells = hasCells
    switch (named, sheetFolder) {
    case (nil, nil): throw ValidationError("Missing expected argument '<out>'")
    case (_?, _?): throw ValidationError("OUT and --sheet cannot be used together")
    case (let named?, nil):
      path = named
      askedKind = container
    case (nil, let folder?):
      if let container, !container.isSheet {
        throw ValidationError("--sheet and --container \(container) cannot be used together")
      }
      if folder.isStandardStream { throw ValidationError("--sheet takes a folder, not '-'") }
      path = folder.asFolder
      askedKind = container ?? .sheet
    }
  }

  /// The kind of output without a preset; nil if it depends on the disk.
  var kind: OutputKind? { askedKind ?? (path.isFolder ? .frameFolder : kindOfName) }

  private var kindOfName: OutputKind? { OutputKind(of: path.path, hasCells: hasCells) }

  /// The destination of an output without a preset.
  ///
  /// - Throws: `ValidationError` for a folder if the input has no name.
  func target(for input: PathArgument) throws -> AnimationOutput {
    if path.isStandardStream { return .standardOutput }
    guard path.isFolder else { return .file(path.path) }
    switch (askedKind, kindOfName) {
    case (let kind?, let own) where kind != .frameFolder && kind != own:
      return .file(try FolderTarget(path.path).path(for: input, kind))
    default: return .file(path.path)
    }
  }
}
